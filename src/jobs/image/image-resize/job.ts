import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { maxSide } from '../policy/limits.ts';
import { animate, backgroundColour, keepMetadata, outputFormat, quality } from '../policy/options.ts';
import { rasterFormats, requireReadable } from '../policy/readable.ts';
import { requireWritable } from '../policy/writable.ts';
import { imageTab } from '../tab.ts';

const side = (description: string) => Type.Integer({ minimum: 1, maximum: maxSide, description });

export const job = defineJobType({
  id: 'image-resize',
  tabs: [imageTab],
  title: 'Resize an image',
  summary: 'Makes an image smaller or larger, animations and pages included.',
  accepts: ['png', 'jpeg', 'webp', 'avif', 'gif', 'svg', 'tiff', 'heic'],
  inputs: 'one',
  shortTitle: 'Other size',
  suggestedFor: [{ inputs: rasterFormats, rank: 50 }],
  example: { width: 100 },
  options: Type.Object(
    {
      width: Type.Optional(side('Pixels. Left out, it follows from the height.')),
      height: Type.Optional(side('Pixels. Left out, it follows from the width.')),
      fit: Type.Optional(
        Type.String({
          enum: ['contain', 'cover', 'fill', 'inside', 'outside'],
          default: 'inside',
          description:
            'With both sides given. inside: as large as fits into them; outside: as small as covers them; ' +
            'contain: fits into them, bars around; cover: covers them, cropped; fill: stretched.',
        }),
      ),
      noEnlarge: Type.Optional(
        Type.Boolean({
          default: false,
          title: 'Do not enlarge',
          description: 'Leave an image that is smaller already as it is.',
        }),
      ),
      background: Type.Optional(
        backgroundColour(
          'Of the bars of contain, and under transparency where the format holds none. ' +
            'Left out: transparent where the format can be, else white.',
        ),
      ),
      outputFormat: Type.Optional(
        outputFormat('Left out, the format stays; an SVG becomes a png and a HEIC a jpeg.'),
      ),
      quality: Type.Optional(quality),
      keepMetadata: Type.Optional(keepMetadata),
      animate: Type.Optional(animate),
    },
    { additionalProperties: false },
  ),
  limits: { startSeconds: 20, memoryMb: 4096 },
  resolve({ input, options }) {
    if (options.width === undefined && options.height === undefined)
      throw new Refusal('options.width', '`options.width`, `options.height` or both are required.');
    const { engines, kept } = requireReadable(input);
    const format = options.outputFormat ?? kept;
    return {
      outputs: [format],
      count: 'one',
      engines: [...new Set([...engines, ...requireWritable(format).engines])],
    };
  },
});
