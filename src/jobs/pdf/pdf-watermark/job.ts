import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { pagesOption } from '../options/pages-option.ts';
import { passwordOption } from '../options/password.ts';
import { colorOption, positions } from '../options/stamp-options.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-watermark',
  tabs: [pdfTab],
  title: 'Watermark a PDF',
  summary: 'Puts a text in any script over or under the content of pages.',
  accepts: ['pdf'],
  inputs: 'one',
  preview: 'pages',
  options: Type.Object(
    {
      text: Type.String({
        description: 'The text, not only spaces. Line breaks are kept.',
        minLength: 1,
        maxLength: 500,
        pattern: '\\S',
      }),
      position: Type.Union(
        [...positions, 'tile' as const].map(position => Type.Literal(position)),
        {
          'x-group': 'Appearance',
          description: 'The position on the page. `tile` repeats the text all over.',
          default: 'center',
        },
      ),
      angle: Type.Number({
        'x-group': 'Appearance',
        description: 'Degrees anticlockwise.',
        minimum: -360,
        maximum: 360,
        default: 45,
      }),
      opacity: Type.Number({
        'x-group': 'Appearance',
        description: 'The opacity, from barely visible to solid.',
        minimum: 0.01,
        maximum: 1,
        default: 0.3,
      }),
      fontSize: Type.Optional(
        Type.Number({
          'x-group': 'Appearance',
          description: 'The size in points. By default as large as fits on the page.',
          minimum: 4,
          maximum: 1000,
        }),
      ),
      color: colorOption('#808080'),
      behind: Type.Boolean({
        title: 'Behind the content',
        'x-group': 'Appearance',
        description: "Put the text under the page's content instead of over it.",
        default: false,
      }),
      pages: Type.Optional(pagesOption('The pages to mark. By default all.')),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    text: { help: 'The text of the watermark.' },
    position: { help: 'The position on the page.', labels: { tile: 'All over the page' } },
  },
  needs: [{ options: ['text'], hint: 'Enter a text' }],
  resolve: () => resolveOnePdf('pango'),
});
