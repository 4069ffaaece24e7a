import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { pageSizeOption } from '../options/paper.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

const points = (description: string, standard: number) =>
  Type.Number({ 'x-group': 'Paper', description, minimum: 0, maximum: 300, default: standard });

export const job = defineJobType({
  id: 'pdf-layout',
  tabs: [pdfTab],
  title: 'Page layout',
  summary:
    'Puts several pages on a sheet, arranges them as a booklet to fold, fits them to another size of paper, or turns them upright and straightens scans. Bookmarks and links lead to the same places.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      mode: Type.Union(
        [Type.Literal('nup'), Type.Literal('booklet'), Type.Literal('resize'), Type.Literal('upright')],
        {
          description:
            '`nup`: several pages on each sheet. `booklet`: two pages on each side, in the order for printing on both sides and folding. `resize`: each page on paper of `pageSize`. `upright`: turn each page by quarter turns so that its text, or the print in its scan, is upright, and straighten scans that slant by 0.3 to 10 degrees.',
          default: 'nup',
        },
      ),
      perSheet: Type.Optional(
        Type.Union(
          [2, 4, 6, 8, 9, 16].map(count => Type.Literal(count)),
          { title: 'Pages per sheet', description: 'For `nup`: 2, 4, 6, 8, 9 or 16 pages. By default 2.' },
        ),
      ),
      pageSize: pageSizeOption('The paper. By default that of the first page; required for `resize`.'),
      orientation: Type.Union([Type.Literal('auto'), Type.Literal('portrait'), Type.Literal('landscape')], {
        'x-group': 'Paper',
        description: 'The direction of the paper. `auto` chooses the one on which pages are largest.',
        default: 'auto',
      }),
      margin: points('The space at the edges of the paper, in points.', 0),
      gap: points('The space between pages on a sheet, in points.', 0),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    mode: {
      help: 'How pages are placed on the paper.',
      labels: {
        nup: 'Several pages per sheet',
        booklet: 'Booklet to fold',
        resize: 'Another paper size',
        upright: 'Turn pages upright and straighten scans',
      },
    },
    perSheet: { help: 'Pages on each sheet.', standard: 2, shownWhen: { mode: ['nup'] } },
    pageSize: {
      help: 'The size of the paper.',
      labels: { '': 'Same as the first page' },
      shownWhen: { mode: ['nup', 'booklet', 'resize'] },
    },
    orientation: {
      help: 'The direction of the paper.',
      shownWhen: { mode: ['nup', 'booklet', 'resize'] },
    },
    margin: { shownWhen: { mode: ['nup', 'booklet', 'resize'] } },
    gap: { shownWhen: { mode: ['nup'] } },
  },
  limits: { seconds: 3600 },
  needs: [{ options: ['pageSize'], hint: 'Choose a paper size', when: { mode: ['resize'] } }],
  resolve: ({ options: { mode, perSheet, pageSize } }) => {
    if (perSheet !== undefined && mode !== 'nup')
      throw new Refusal(
        'options.perSheet',
        `\`options.perSheet\` must be left out when \`options.mode\` is "${mode}".`,
      );
    if (mode === 'resize' && pageSize === undefined)
      throw new Refusal(
        'options.pageSize',
        '`options.pageSize` is required when `options.mode` is "resize".',
      );
    const others = {
      nup: ['pango'],
      booklet: ['pango'],
      resize: [],
      upright: ['pdfium', 'sharp', 'tesseract'],
    };
    return resolveOnePdf(...others[mode]);
  },
});
