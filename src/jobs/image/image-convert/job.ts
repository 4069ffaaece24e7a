import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import {
  animate,
  backgroundColour,
  density,
  keepMetadata,
  outputFormat,
  page,
  quality,
} from '../policy/options.ts';
import { readableFormats, requireReadable } from '../policy/readable.ts';
import { getWritable } from '../policy/writable.ts';

export const job = defineJobType({
  id: 'image-convert',
  tabs: ['image'],
  title: 'Convert an image',
  summary:
    'Converts an image to another format, upright and in sRGB, animations and pages kept where the format can hold them.',
  accepts: readableFormats,
  inputs: 'one',
  converts: 'format',
  options: Type.Object(
    {
      outputFormat: outputFormat('The format to convert to.'),
      quality: Type.Optional(quality),
      lossless: Type.Optional(
        Type.Boolean({
          'x-group': 'Quality',
          description: 'Keep every pixel: for webp, avif, jxl and pdf, which are lossy otherwise.',
        }),
      ),
      background: Type.Optional(
        backgroundColour(
          'Laid under transparency. Left out, transparency is kept, and where the format holds none, white is laid under.',
        ),
      ),
      keepMetadata: Type.Optional(keepMetadata),
      animate: Type.Optional(animate),
      density: Type.Optional(density),
      page: Type.Optional(page),
    },
    { additionalProperties: false },
  ),
  limits: { startSeconds: 20, memoryMb: 4096 },
  resolve({ input, options }) {
    const output = getWritable(options.outputFormat);
    if (options.lossless && output.lossless === 'never')
      throw new Refusal(
        'options.lossless',
        `\`options.lossless\` cannot be true for ${options.outputFormat}, which is always lossy.`,
      );
    if (options.density !== undefined && input !== 'svg')
      throw new Refusal('options.density', '`options.density` must be left out unless the input is an SVG.');
    return {
      outputs: [options.outputFormat],
      count: 'one',
      engines: [...new Set([...requireReadable(input).engines, ...output.engines])],
    };
  },
});
