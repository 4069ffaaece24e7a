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
  summary: 'Draws each page as an image, with its annotations and the values of its form fields.',
  accepts: ['pdf'],
  inputs: 'one',
  heading: turnInto,
  offersFormats: {
    png: { title: 'PNG images', note: 'One for each page.' },
    jpeg: { title: 'JPEG images', note: 'One for each page.' },
    webp: { title: 'WebP images', note: 'One for each page.' },
  },
  suggestedFor: [{ inputs: ['pdf'], format: 'png', rank: 40 }],
  converts: 'format',
  options: Type.Object(
    {
      format: Type.Union([Type.Literal('png'), Type.Literal('jpeg'), Type.Literal('webp')], {
        description: 'The format of the images.',
        default: 'png',
      }),
      dpi: Type.Integer({
        title: 'Resolution (dpi)',
        'x-group': 'Pages',
        description: 'Dots per inch.',
        minimum: 18,
        maximum: 1200,
        default: 150,
      }),
      quality: Type.Optional(
        Type.Integer({
          'x-group': 'Quality',
          description: 'Of jpeg and webp; 90 unless given.',
          minimum: 1,
          maximum: 100,
        }),
      ),
      pages: Type.Optional(pagesOption('The pages to draw; all unless given.')),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  limits: { seconds: 1800, memoryMb: 3072 },
  resolve: ({ options }) => {
    if (options.quality !== undefined && options.format === 'png')
      throw new Refusal(
        'options.quality',
        '`options.quality` must be left out when `options.format` is "png".',
      );
    return {
      outputs: [options.format],
      count: 'many',
      engines: ['pikepdf', 'pdfium', 'sharp'],
      host: pdfHost,
    };
  },
});
