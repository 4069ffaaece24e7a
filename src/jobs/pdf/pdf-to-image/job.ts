import { Type } from 'typebox';
import { defineJobType, Refusal, turnInto } from '../../job-type.ts';
import { pdfHost } from '../documents/resolution.ts';
import { pagesOption } from '../options/pages-option.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-to-image',
  tabs: [pdfTab],
  title: 'PDF to images',
  summary:
    'Renders each page as an image, with annotations and form field values. A comic book (cbz) holds all of them.',
  accepts: ['pdf'],
  inputs: 'one',
  heading: turnInto,
  offersFormats: {
    png: { note: 'One per page.' },
    jpeg: { note: 'One per page.' },
    webp: { note: 'One per page.' },
    avif: { note: 'One per page.' },
    cbz: { note: 'All pages in one file.' },
  },
  suggestedFor: [{ inputs: ['pdf'], format: 'png', rank: 40 }],
  converts: 'format',
  options: Type.Object(
    {
      format: Type.Union(
        [
          Type.Literal('png'),
          Type.Literal('jpeg'),
          Type.Literal('webp'),
          Type.Literal('avif'),
          Type.Literal('gif'),
          Type.Literal('cbz'),
        ],
        {
          description: 'The format of the images. `cbz`: a comic book, one file with all pages as jpeg.',
          default: 'png',
        },
      ),
      dpi: Type.Integer({
        title: 'Resolution (dpi)',
        'x-group': 'Pages',
        description: 'The resolution in dots per inch.',
        minimum: 18,
        maximum: 1200,
        default: 150,
      }),
      width: Type.Optional(
        Type.Integer({
          title: 'Width (pixels)',
          'x-group': 'Pages',
          description:
            'The width of each image in pixels, instead of `dpi`. The height follows from the page.',
          minimum: 1,
          maximum: 16_384,
        }),
      ),
      quality: Type.Optional(
        Type.Integer({
          'x-group': 'Quality',
          description: 'The quality of jpeg, webp, avif and cbz. By default 90.',
          minimum: 1,
          maximum: 100,
        }),
      ),
      pages: Type.Optional(pagesOption('The pages to render. By default all.')),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    width: { help: 'The width of each image in pixels, instead of a resolution.' },
    quality: {
      help: '1 is smallest, 100 is best.',
      standard: 90,
      shownWhen: { format: ['jpeg', 'webp', 'avif', 'cbz'] },
    },
  },
  limits: { seconds: 1800, memoryMb: 3072 },
  resolve: ({ options }) => {
    const { format } = options;
    if (options.quality !== undefined && (format === 'png' || format === 'gif'))
      throw new Refusal(
        'options.quality',
        `\`options.quality\` must be left out when \`options.format\` is "${format}".`,
      );
    const isComic = format === 'cbz';
    return {
      outputs: [format],
      count: isComic ? 'one' : 'many',
      engines: ['pikepdf', 'pdfium', 'sharp', ...(isComic ? ['sevenzip'] : [])],
      host: pdfHost,
    };
  },
});
