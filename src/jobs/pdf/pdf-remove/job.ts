import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { pagesOption } from '../options/pages-option.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-remove',
  tabs: [pdfTab],
  title: 'Remove pages',
  summary:
    'Removes pages from a document, with the bookmarks, links and form fields that refer to them. At least one page must remain.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    { pages: pagesOption('The pages to remove.'), password: passwordOption() },
    { additionalProperties: false },
  ),
  needs: [{ options: ['pages'], hint: 'Choose pages' }],
  resolve: () => resolveOnePdf(),
});
