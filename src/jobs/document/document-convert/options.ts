import { Type } from 'typebox';
import { oneOf } from '../../../contract/schemas/fields.ts';
import { conversionOptions, type OptionName } from '../../../engines/conversion-options.ts';
import { reachableFormats } from '../graph.ts';

export const options = Type.Object(
  {
    outputFormat: oneOf(reachableFormats(), { description: 'The format to convert to.' }),
    ...conversionOptions,
  },
  { additionalProperties: false },
);

/** All that can be asked besides the format. */
export const optionNames = Object.keys(conversionOptions) as OptionName[];
