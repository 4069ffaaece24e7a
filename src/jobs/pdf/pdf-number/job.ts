import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { pagesOption } from '../options/pages-option.ts';
import { passwordOption } from '../options/password.ts';
import { colorOption, positions } from '../options/stamp-options.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-number',
  tabs: [pdfTab],
  title: 'Number pages',
  summary: 'Adds page numbers at the chosen place, in the chosen format.',
  accepts: ['pdf'],
  inputs: 'one',
  preview: 'pages',
  options: Type.Object(
    {
      format: Type.String({
        description:
          'The text, in which `{n}` is replaced by the number and `{total}` by the last number: `Page {n} of {total}`.',
        minLength: 3,
        maxLength: 200,
        pattern: '\\{n\\}',
        default: '{n}',
      }),
      start: Type.Integer({
        description: 'The number on the first numbered page.',
        minimum: 0,
        maximum: 1_000_000,
        default: 1,
      }),
      position: Type.Union(
        positions.map(position => Type.Literal(position)),
        { 'x-group': 'Appearance', description: 'The position on the page.', default: 'bottom' },
      ),
      margin: Type.Number({
        'x-group': 'Appearance',
        description: 'The distance from the edges in points.',
        minimum: 0,
        maximum: 300,
        default: 28,
      }),
      fontSize: Type.Number({
        'x-group': 'Appearance',
        description: 'In points.',
        minimum: 4,
        maximum: 144,
        default: 10,
      }),
      color: colorOption('#000000'),
      pages: Type.Optional(pagesOption('The pages to number. By default all.')),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    format: { help: 'The text; {n} becomes the number, {total} the last number.' },
  },
  resolve: () => resolveOnePdf('pango'),
});
