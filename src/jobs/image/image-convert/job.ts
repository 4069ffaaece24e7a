import { Type } from 'typebox';
import { defineJobType, Refusal, turnInto } from '../../job-type.ts';
import {
  animate,
  animatedFormats,
  backgroundColour,
  density,
  keepMetadata,
  opaqueFormats,
  outputFormat,
  page,
  quality,
} from '../policy/options.ts';
import { rasterFormats, readableFormats, requireReadable } from '../policy/readable.ts';
import { requireWritable } from '../policy/writable.ts';
import { imageTab } from '../tab.ts';

/** Photos of telephones and cameras, and pictures of programs, which few others open. */
const otherPictures = readableFormats.filter(format => format !== 'svg' && !rasterFormats.includes(format));

export const job = defineJobType({
  id: 'image-convert',
  tabs: [imageTab],
  title: 'Convert an image',
  summary:
    'Converts an image to another format, upright and in sRGB. Animations and pages are kept if the format supports them.',
  accepts: readableFormats,
  inputs: 'one',
  heading: turnInto,
  offersFormats: true,
  suggestedFor: [
    { inputs: rasterFormats, format: 'webp', rank: 10 },
    { inputs: rasterFormats, format: 'jpeg', rank: 20 },
    { inputs: rasterFormats, format: 'png', rank: 30 },
    { inputs: rasterFormats, format: 'pdf', rank: 60 },
    { inputs: rasterFormats, format: 'avif', rank: 70 },
    { inputs: otherPictures, format: 'jpeg', rank: 10 },
    { inputs: otherPictures, format: 'png', rank: 20 },
    { inputs: otherPictures, format: 'webp', rank: 30 },
    { inputs: otherPictures, format: 'pdf', rank: 40 },
    { inputs: ['svg'], format: 'png', rank: 10 },
    { inputs: ['svg'], format: 'pdf', rank: 20 },
    { inputs: ['svg'], format: 'webp', rank: 30 },
  ],
  converts: 'format',
  options: Type.Object(
    {
      outputFormat: outputFormat('The format to convert to.'),
      quality: Type.Optional(quality),
      lossless: Type.Optional(
        Type.Boolean({
          'x-group': 'Quality',
          description: 'Encode without loss, for webp, avif, jxl and pdf, which are lossy by default.',
        }),
      ),
      background: Type.Optional(
        backgroundColour(
          'The background for transparent areas. By default, transparency is kept, or replaced by white if the format has none.',
        ),
      ),
      keepMetadata: Type.Optional(keepMetadata),
      animate: Type.Optional(animate),
      density: Type.Optional(density),
      page: Type.Optional(page),
    },
    { additionalProperties: false },
  ),
  form: {
    lossless: {
      help: 'Keep every pixel as it is; the file is larger.',
      standard: false,
      shownWhen: { outputFormat: ['webp', 'avif', 'jxl', 'pdf'] },
    },
    background: {
      help: 'The colour behind transparent areas.',
      shownWhen: { input: readableFormats.filter(format => !opaqueFormats.includes(format)) },
    },
    animate: { shownWhen: { input: animatedFormats } },
    density: {
      help: 'The resolution at which the drawing is rendered.',
      standard: 96,
      shownWhen: { input: ['svg'] },
    },
    page: {
      help: 'One page, frame or image of the file, counted from 1.',
      shownWhen: { input: [...animatedFormats, 'tiff', 'ico', 'heic'] },
    },
  },
  limits: { startSeconds: 20, memoryMb: 4096 },
  resolve({ input, options }) {
    const output = requireWritable(options.outputFormat);
    if (options.lossless && output.lossless === 'never')
      throw new Refusal(
        'options.lossless',
        `\`options.lossless\` is not possible for ${options.outputFormat}, which is always lossy.`,
      );
    if (input === 'svg' && options.outputFormat === 'svg')
      throw new Refusal('options.outputFormat', 'The file is an SVG already.');
    if (options.density !== undefined && input !== 'svg')
      throw new Refusal('options.density', '`options.density` must be left out unless the input is an SVG.');
    return {
      outputs: [options.outputFormat],
      count: 'one',
      engines: [...new Set([...requireReadable(input).engines, ...output.engines])],
    };
  },
});
