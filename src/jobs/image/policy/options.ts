import { Type } from 'typebox';
import { oneOf } from '../../../contract/schemas/fields.ts';
import { inForm } from '../../form-fields.ts';
import { writableFormats } from './writable.ts';

/** The formats of files that may move. */
export const animatedFormats = ['gif', 'webp', 'avif'];
/** The formats whose pictures have no transparent areas: photographs, as cameras store them. */
export const opaqueFormats = ['jpeg', 'dng', 'cr2', 'nef'];

const named = [
  ...['white', 'black', 'gray', 'silver', 'red', 'maroon', 'yellow', 'olive', 'lime', 'green'],
  ...['aqua', 'teal', 'blue', 'navy', 'fuchsia', 'purple', 'orange', 'pink', 'brown', 'transparent'],
];

export const colour = (description: string, more: { title?: string; 'x-group'?: string } = {}) =>
  Type.String({
    ...more,
    pattern: `^(#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|${named.join('|')})$`,
    description: `${description} #rgb, #rrggbb or #rrggbbaa, or a basic colour name.`,
  });

/** Returns true if a colour written as above covers what is behind it. */
export const isOpaque = (written: string): boolean =>
  written !== 'transparent' && (!/^#(.{4}|.{8})$/.test(written) || /^#(...f|.{6}ff)$/i.test(written));

/** Makes the option for the colour behind transparent or empty areas. */
export const backgroundColour = (description: string) => colour(description, { 'x-group': 'Appearance' });

export const outputFormat = (description: string) => oneOf(writableFormats, { description });

export const quality = Type.Integer({
  minimum: 1,
  maximum: 100,
  'x-group': 'Quality',
  // A HEIC becomes a JPEG where no format is named.
  ...inForm({
    help: '1 is smallest, 100 is best.',
    shownWhen: { outputFormat: ['jpeg', 'webp', 'avif', 'jxl', 'pdf', 'heic'] },
  }),
  description:
    'The quality of lossy output (jpeg, webp, avif, jxl, photos in pdf): 1 smallest, 100 best. Lossless formats ignore it. For svg, which is traced, it is the number of colours: 50 for 16 of them.',
});

export const keepMetadata = Type.Boolean({
  default: false,
  'x-group': 'Quality',
  ...inForm({ help: 'Keep place, camera and other details stored in the image.' }),
  description:
    'Keep EXIF (place and camera included), XMP and the colour profile. Otherwise they are removed and colours become sRGB.',
});

export const animate = Type.Boolean({
  default: true,
  title: 'Keep the animation',
  description:
    'Keep all frames of an animation if the output format supports them. If false, only the first frame is used.',
});

export const page = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  description:
    'The number of one page of a TIFF, frame of an animation, size of an icon or image of a HEIC, counted from 1.',
});

export const density = Type.Integer({
  minimum: 1,
  maximum: 2400,
  title: 'Resolution (dpi)',
  description:
    'The resolution at which an SVG is rendered, in pixels per inch. At the default of 96, one CSS pixel is one pixel.',
});
