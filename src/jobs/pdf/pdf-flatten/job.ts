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
    'Turns form fields and comments into page content that can no longer be changed. Links stay links.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      fields: Type.Boolean({
        title: 'Form fields',
        description: 'Flatten form fields with their values.',
        default: true,
      }),
      annotations: Type.Boolean({
        description: 'Flatten comments, stamps, highlights and drawings.',
        default: true,
      }),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  resolve: ({ options }) => {
    if (!options.fields && !options.annotations)
      throw new Refusal(
        'options',
        'At least one of `options.fields` and `options.annotations` must be true.',
      );
    return resolveOnePdf('pango');
  },
});
