import { Type } from 'typebox';
import { oneOf } from '../../../contract/schemas/fields.ts';
import { keepMetadata, quality } from '../../image/policy/options.ts';
import { requireReadable } from '../../image/policy/readable.ts';
import { requireWritable } from '../../image/policy/writable.ts';
import { imageTab } from '../../image/tab.ts';
import { defineJobType } from '../../job-type.ts';
import { aiTab } from '../tab.ts';
import { models } from './models.ts';
import { verb } from './verb.ts';

export const job = defineJobType({
  id: 'image-upscale',
  tabs: [aiTab, imageTab],
  title: 'Upscale an image',
  summary:
    'Enlarges a still image, or every page of a TIFF, two, three or four times and adds detail predicted by a model.',
  accepts: ['png', 'jpeg', 'webp', 'tiff'],
  inputs: 'one',
  verb,
  suggestedFor: [{ inputs: ['png', 'jpeg', 'webp', 'tiff'], rank: 90 }],
  credits: { unit: 'megapixel', size: 4, amount: 1 },
  options: Type.Object(
    {
      scale: Type.Union([Type.Literal(2), Type.Literal(3), Type.Literal(4)], {
        default: 2,
        description: 'How many times as wide and as high the result is.',
      }),
      model: Type.String({
        pattern: '^[a-z0-9][a-z0-9._-]{0,63}$',
        default: 'balanced',
        description:
          '`fast`, `balanced` or `best` (many times slower), or the name of a model added to this installation, such as `restore`.',
      }),
      outputFormat: Type.Optional(
        oneOf(['png', 'jpeg', 'webp', 'avif', 'tiff'], {
          description: 'The output format. By default, the format of the input.',
        }),
      ),
      quality: Type.Optional(quality),
      keepMetadata: Type.Optional(keepMetadata),
    },
    { additionalProperties: false },
  ),
  form: {
    scale: { labels: { 2: '2×', 3: '3×', 4: '4×' } },
    model: { help: 'Better models take longer.', labels: { best: 'Best, many times slower' } },
    outputFormat: { labels: { '': 'Same as the input' } },
  },
  limits: { memoryMb: 6144 },
  resolve({ input, options }) {
    const { engines, kept } = requireReadable(input);
    const format = options.outputFormat ?? kept;
    return {
      outputs: [format],
      count: 'one',
      engines: [...new Set([...engines, ...requireWritable(format).engines, 'upscaler'])],
      models: [models.find(({ choice }) => choice === options.model)?.name ?? options.model],
    };
  },
});
