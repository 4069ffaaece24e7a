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
    'Makes a still image two, three or four times as large, with the detail a model expects in it; every page of a TIFF.',
  accepts: ['png', 'jpeg', 'webp', 'tiff'],
  inputs: 'one',
  verb,
  shortTitle: 'Larger, with detail',
  suggestedFor: [{ inputs: ['png', 'jpeg', 'webp', 'tiff'], rank: 90 }],
  credits: { unit: 'megapixel', size: 4, amount: 1 },
  options: Type.Object(
    {
      scale: Type.Union([Type.Literal(2), Type.Literal(3), Type.Literal(4)], {
        default: 2,
        description: 'How many times as wide and as high.',
      }),
      model: Type.String({
        pattern: '^[a-z0-9][a-z0-9._-]{0,63}$',
        default: 'balanced',
        description:
          '`fast`, `balanced` or `best`, which is many times slower; `restore` or another name is a model that was added to this installation.',
      }),
      outputFormat: Type.Optional(
        oneOf(['png', 'jpeg', 'webp', 'avif', 'tiff'], { description: 'Left out, the format stays.' }),
      ),
      quality: Type.Optional(quality),
      keepMetadata: Type.Optional(keepMetadata),
    },
    { additionalProperties: false },
  ),
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
