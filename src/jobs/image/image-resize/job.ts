import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { maxSide } from '../policy/limits.ts';
import {
  animate,
  animatedFormats,
  backgroundColour,
  keepMetadata,
  outputFormat,
  quality,
} from '../policy/options.ts';
import { rasterFormats, requireReadable } from '../policy/readable.ts';
import { requireWritable } from '../policy/writable.ts';
import { imageTab } from '../tab.ts';

const side = (description: string) => Type.Integer({ minimum: 1, maximum: maxSide, description });

export const job = defineJobType({
  id: 'image-resize',
  tabs: [imageTab],
  title: 'Resize an image',
  summary: 'Makes an image smaller or larger, including all frames and pages.',
  accepts: ['png', 'jpeg', 'webp', 'avif', 'gif', 'svg', 'tiff', 'heic'],
  inputs: 'one',
  suggestedFor: [{ inputs: rasterFormats, rank: 50 }],
  example: { width: 100 },
  options: Type.Object(
    {
      width: Type.Optional(side('The width in pixels. Calculated from the height if left out.')),
      height: Type.Optional(side('The height in pixels. Calculated from the width if left out.')),
      fit: Type.Optional(
        Type.String({
          enum: ['contain', 'cover', 'fill', 'inside', 'outside'],
          default: 'inside',
          description:
            'How the image fits if both width and height are given. inside: as large as fits; outside: as small as covers them; ' +
            'contain: fits, with bars around it; cover: covers them, cropped; fill: stretched.',
        }),
      ),
      noEnlarge: Type.Optional(
        Type.Boolean({
          default: false,
          title: 'Do not enlarge',
          description: 'Leave smaller images unchanged.',
        }),
      ),
      background: Type.Optional(
        backgroundColour(
          'The colour of the bars of contain and of transparent areas between them; otherwise of transparent areas if the ' +
            'format has no transparency. ' +
            'By default transparent if the format supports it, otherwise white.',
        ),
      ),
      outputFormat: Type.Optional(
        outputFormat("The output format. By default the input's; SVG becomes png and HEIC jpeg."),
      ),
      quality: Type.Optional(quality),
      keepMetadata: Type.Optional(keepMetadata),
      animate: Type.Optional(animate),
    },
    { additionalProperties: false },
  ),
  form: {
    width: { help: 'In pixels.' },
    height: { help: 'In pixels.' },
    fit: {
      help: 'How the image fits into width and height.',
      labels: {
        inside: 'Fit inside',
        outside: 'Cover, without cropping',
        contain: 'Fit inside, with bars',
        cover: 'Cover, cropped',
        fill: 'Stretch',
      },
    },
    background: { help: 'The colour of the bars.', shownWhen: { fit: ['contain'] } },
    outputFormat: { help: 'The format of the result.', labels: { '': 'Same as the input' } },
    animate: { shownWhen: { input: animatedFormats } },
  },
  needs: [{ options: ['width', 'height'], hint: 'Choose a width or a height' }],
  limits: { startSeconds: 20, memoryMb: 4096 },
  resolve({ input, options }) {
    if (options.width === undefined && options.height === undefined)
      throw new Refusal('options.width', 'At least one of `options.width` and `options.height` is required.');
    const { engines, kept } = requireReadable(input);
    const format = options.outputFormat ?? kept;
    return {
      outputs: [format],
      count: 'one',
      engines: [...new Set([...engines, ...requireWritable(format).engines])],
    };
  },
});
