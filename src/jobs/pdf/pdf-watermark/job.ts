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
  summary: 'Puts a text across pages, in any script, over or under what they show.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      text: Type.String({
        description: 'The text, more than spaces; line breaks are kept.',
        minLength: 1,
        maxLength: 500,
        pattern: '\\S',
      }),
      position: Type.Union(
        [...positions, 'tile' as const].map(position => Type.Literal(position)),
        {
          'x-group': 'Appearance',
          description: 'Where on the page; `tile` repeats it all over.',
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
        description: 'From hardly visible to solid.',
        minimum: 0.01,
        maximum: 1,
        default: 0.3,
      }),
      fontSize: Type.Optional(
        Type.Number({
          'x-group': 'Appearance',
          description: 'In points; as large as fits the page unless given.',
          minimum: 4,
          maximum: 1000,
        }),
      ),
      color: colorOption('#808080'),
      behind: Type.Boolean({
        title: 'Behind the content',
        'x-group': 'Appearance',
        description: 'Under what the page shows instead of over it.',
        default: false,
      }),
      pages: Type.Optional(pagesOption('The pages to mark; all unless given.')),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  resolve: () => resolveOnePdf('pango'),
});
