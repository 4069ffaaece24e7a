import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { pagesOption } from '../options/pages-option.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-remove',
  tabs: [pdfTab],
  title: 'Remove pages',
  summary:
    'Removes pages from a document, by their numbers or because they are blank, with the bookmarks, links and form fields that refer to them. At least one page must remain.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      pages: Type.Optional(pagesOption('The pages to remove.')),
      blank: Type.Boolean({
        title: 'Blank pages',
        'x-group': 'Pages',
        description:
          'Remove blank pages. On scans, dust, punched holes, dark edges and print that shows through from the other side do not count.',
        default: false,
      }),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  example: { pages: '1' },
  form: {
    blank: { help: 'Remove all pages on which nothing is seen, on scans too.' },
  },
  needs: [{ options: ['pages', 'blank'], hint: 'Choose pages, or the blank ones' }],
  resolve: ({ options }) => {
    if (options.pages === undefined && !options.blank)
      throw new Refusal('options.pages', 'Choose `options.pages`, or set `options.blank` to true, or both.');
    return options.blank ? resolveOnePdf('pdfium') : resolveOnePdf();
  },
});
