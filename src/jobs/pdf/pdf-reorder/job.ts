import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { pagesOption } from '../options/pages-option.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-reorder',
  tabs: [pdfTab],
  title: 'Reorder pages',
  summary: "Changes the order of a document's pages. Bookmarks, links and labels follow them.",
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      pages: pagesOption(
        'The new order, each page at most once. Other pages follow in their old order. `-1-1` reverses the whole document.',
      ),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    pages: { help: 'The new order; pages you leave out follow at the end.' },
  },
  needs: [{ options: ['pages'], hint: 'Choose the new order' }],
  resolve: () => resolveOnePdf(),
});
