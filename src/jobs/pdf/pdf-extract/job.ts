import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { pagesOption } from '../options/pages-option.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-extract',
  tabs: [pdfTab],
  title: 'Extract pages',
  summary:
    'Makes a document of the given pages in the given order, with their bookmarks, links, labels and form fields.',
  accepts: ['pdf'],
  inputs: 'one',
  suggestedFor: [{ inputs: ['pdf'], rank: 80 }],
  options: Type.Object(
    {
      pages: pagesOption('The pages to keep, in this order; a page may be repeated.'),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  needs: [{ options: ['pages'], hint: 'Choose pages' }],
  resolve: () => resolveOnePdf(),
});
