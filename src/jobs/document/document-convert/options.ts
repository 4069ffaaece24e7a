import { Type } from 'typebox';
import { oneOf } from '../../../contract/schemas/fields.ts';
import { conversionOptions, type OptionName } from '../../../engines/conversion-options.ts';
import { listOutputFormats } from '../graph.ts';

export const options = Type.Object(
  {
    outputFormat: oneOf(listOutputFormats(), { description: 'The format to convert to.' }),
    ...conversionOptions,
  },
  { additionalProperties: false },
);

/** All options besides the output format. */
export const optionNames = Object.keys(conversionOptions) as OptionName[];
