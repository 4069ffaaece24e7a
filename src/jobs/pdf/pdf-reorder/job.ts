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
  summary: 'Puts the pages of a document in another order; bookmarks, links and labels follow them.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      pages: pagesOption(
        'The new order, each page at most once; pages not named follow after, in the order they had. `-1-1` turns the whole document round.',
      ),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  resolve: () => resolveOnePdf(),
});
