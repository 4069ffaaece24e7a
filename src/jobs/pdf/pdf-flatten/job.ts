import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-flatten',
  tabs: [pdfTab],
  title: 'Flatten a PDF',
  summary:
    'Draws form fields and comments into their pages, where they can no longer be changed. Links stay links.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      fields: Type.Boolean({
        title: 'Form fields',
        description: 'Form fields, with the values they hold.',
        default: true,
      }),
      annotations: Type.Boolean({ description: 'Comments, stamps, highlights and drawings.', default: true }),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  resolve: ({ options }) => {
    if (!options.fields && !options.annotations)
      throw new Refusal('options', '`options.fields`, `options.annotations` or both must be true.');
    return resolveOnePdf('pango');
  },
});
