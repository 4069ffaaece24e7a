import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-compress',
  tabs: [pdfTab],
  title: 'Compress a PDF',
  summary:
    'Makes a document smaller by reducing the resolution of images and compressing everything. Text, links, forms and tags stay. The result is never larger than the input.',
  accepts: ['pdf'],
  inputs: 'one',
  suggestedFor: [{ inputs: ['pdf'], rank: 20 }],
  options: Type.Object(
    {
      preset: Type.Optional(
        Type.Union([Type.Literal('screen'), Type.Literal('ebook'), Type.Literal('printer')], {
          description:
            '`screen`: 72 dpi, smallest. `ebook`: 150 dpi, good on any screen (the default unless dpi or quality is given). `printer`: 300 dpi, high quality.',
        }),
      ),
      dpi: Type.Optional(
        Type.Integer({
          title: 'Resolution (dpi)',
          'x-group': 'Pages',
          description: 'The resolution to which images are reduced, in dots per inch. By default 150.',
          minimum: 18,
          maximum: 1200,
        }),
      ),
      quality: Type.Optional(
        Type.Integer({
          'x-group': 'Quality',
          description: 'The JPEG quality of photographs. By default 63.',
          minimum: 1,
          maximum: 100,
        }),
      ),
      targetBytes: Type.Optional(
        Type.Integer({
          title: 'Target size',
          'x-group': 'Quality',
          description:
            'The maximum size of the file in bytes. Pictures are reduced as little as necessary; text and drawings stay as they are. The job fails if the size cannot be reached.',
          minimum: 1000,
          maximum: 10_000_000_000,
        }),
      ),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    preset: {
      help: 'How strongly pictures are reduced.',
      labels: {
        screen: 'Smallest, for screens (72 dpi)',
        ebook: 'Small, good on any screen (150 dpi)',
        printer: 'For printing (300 dpi)',
      },
      standard: 'ebook',
    },
    dpi: { help: 'The resolution to which pictures are reduced.' },
    quality: { help: 'The quality of photographs: 1 is smallest, 100 is best.' },
    targetBytes: {
      help: 'Pictures are made as fine as fit into this size.',
      control: 'bytes',
    },
  },
  limits: { seconds: 1800, memoryMb: 3072 },
  resolve: ({ options }) => {
    if (options.preset !== undefined && (options.dpi !== undefined || options.quality !== undefined))
      throw new Refusal(
        'options.preset',
        '`options.preset` cannot be combined with `options.dpi` or `options.quality`.',
      );
    for (const name of ['preset', 'dpi', 'quality'] as const)
      if (options.targetBytes !== undefined && options[name] !== undefined)
        throw new Refusal(
          'options.targetBytes',
          `\`options.targetBytes\` cannot be combined with \`options.${name}\`.`,
        );
    return resolveOnePdf('sharp');
  },
});
