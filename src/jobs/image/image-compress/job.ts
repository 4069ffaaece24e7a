import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { keepMetadata } from '../policy/options.ts';
import { rasterFormats, requireReadable } from '../policy/readable.ts';
import { imageTab } from '../tab.ts';

export const job = defineJobType({
  id: 'image-compress',
  tabs: [imageTab],
  title: 'Compress an image',
  summary: 'Makes an image file smaller in its own format, never larger.',
  accepts: ['png', 'jpeg', 'webp', 'avif', 'gif'],
  inputs: 'one',
  suggestedFor: [{ inputs: rasterFormats, rank: 40 }],
  options: Type.Object(
    {
      quality: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          'x-group': 'Quality',
          description:
            'From 1 (smallest) to 100 (best). Defaults to a quality with no difference visible at a glance; PNG, GIF and lossless WebP stay lossless.',
        }),
      ),
      targetBytes: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 2 ** 40,
          title: 'Maximum size',
          'x-group': 'Quality',
          description:
            'The best quality that fits into this many bytes, marked lossless: true if nothing was lost. If none fits, the smallest possible file, marked targetReached: false.',
        }),
      ),
      keepMetadata: Type.Optional(keepMetadata),
    },
    { additionalProperties: false },
  ),
  form: {
    quality: { help: '1 is smallest, 100 is best.' },
    targetBytes: { help: 'The best quality that fits.', control: 'bytes' },
  },
  limits: { startSeconds: 20, memoryMb: 4096 },
  resolve({ input, options }) {
    if (options.quality !== undefined && options.targetBytes !== undefined)
      throw new Refusal(
        'options.targetBytes',
        '`options.targetBytes` and `options.quality` cannot be combined. Give one of them.',
      );
    return { outputs: [input], count: 'one', engines: [...requireReadable(input).engines] };
  },
});
