import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { keepMetadata } from '../policy/options.ts';
import { rasterFormats, requireReadable } from '../policy/readable.ts';
import { imageTab } from '../tab.ts';

export const job = defineJobType({
  id: 'image-compress',
  tabs: [imageTab],
  title: 'Compress an image',
  summary: 'Makes the file of an image smaller in its own format, never larger.',
  accepts: ['png', 'jpeg', 'webp', 'avif', 'gif'],
  inputs: 'one',
  shortTitle: 'Smaller file',
  suggestedFor: [{ inputs: rasterFormats, rank: 40 }],
  options: Type.Object(
    {
      quality: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          'x-group': 'Quality',
          description:
            '1 smallest, 100 best. Left out: a quality that shows no difference at a glance; a PNG, a GIF and a lossless WebP lose nothing.',
        }),
      ),
      targetBytes: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 2 ** 40,
          title: 'At most this many bytes',
          'x-group': 'Quality',
          description:
            'The best quality whose file has at most this many bytes, marked lossless: true where nothing was lost. Where none has, the smallest possible file, marked targetReached: false.',
        }),
      ),
      keepMetadata: Type.Optional(keepMetadata),
    },
    { additionalProperties: false },
  ),
  limits: { startSeconds: 20, memoryMb: 4096 },
  resolve({ input, options }) {
    if (options.quality !== undefined && options.targetBytes !== undefined)
      throw new Refusal(
        'options.targetBytes',
        '`options.targetBytes` and `options.quality` cannot be combined: give one of them.',
      );
    return { outputs: [input], count: 'one', engines: [...requireReadable(input).engines] };
  },
});
