import { Type } from 'typebox';
import { oneOf } from '../../../contract/schemas/fields.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { boxOption } from '../options/box.ts';
import { pagesOption } from '../options/pages-option.ts';
import { passwordOption } from '../options/password.ts';
import { positions } from '../options/stamp-options.ts';
import { pdfTab } from '../tab.ts';

const place = (description: string) =>
  Type.Optional(Type.Number({ 'x-group': 'Position', description, minimum: -200_000, maximum: 200_000 }));

export const job = defineJobType({
  id: 'pdf-stamp',
  tabs: [pdfTab],
  title: 'Stamp a PDF',
  summary: 'Puts a picture or pages of a PDF over or under the pages of a PDF.',
  accepts: ['pdf'],
  inputs: 'many',
  preview: 'pages',
  roles: [
    { name: 'document', title: 'The PDF to stamp.' },
    {
      name: 'stamp',
      title: 'The stamp, a picture or PDF.',
      accepts: ['pdf', 'png', 'jpeg', 'webp', 'gif', 'tiff', 'svg', 'avif', 'bmp'],
    },
  ],
  options: Type.Object(
    {
      position: Type.Optional(
        Type.String({
          enum: [...positions],
          'x-group': 'Position',
          description: 'The position on the page. By default the middle.',
        }),
      ),
      box: Type.Optional(
        boxOption(
          'Instead of a position: the area that the stamp fills as far as its proportions allow. It applies to the same place of all `pages`.',
        ),
      ),
      x: place('Instead of a position: points from the left edge of the page as it is shown.'),
      y: place('Instead of a position: points from the upper edge of the page as it is shown.'),
      margin: Type.Number({
        'x-group': 'Position',
        description: 'The distance from the edges in points, for a position at an edge.',
        minimum: 0,
        maximum: 10_000,
        default: 0,
      }),
      tile: Type.Boolean({
        'x-group': 'Position',
        description: 'Repeat the stamp all over the page.',
        default: false,
      }),
      scale: Type.Optional(
        Type.Number({
          'x-group': 'Appearance',
          description:
            "1 is the stamp's own size (a picture's by its resolution). By default its own size, or smaller where it is larger than the page.",
          exclusiveMinimum: 0,
          maximum: 100,
        }),
      ),
      rotation: Type.Number({
        'x-group': 'Appearance',
        description: 'Degrees anticlockwise.',
        minimum: -360,
        maximum: 360,
        default: 0,
      }),
      opacity: Type.Number({
        'x-group': 'Appearance',
        description: 'The opacity, from barely visible to solid.',
        minimum: 0.01,
        maximum: 1,
        default: 1,
      }),
      under: Type.Boolean({
        title: 'Under the content',
        'x-group': 'Appearance',
        description: "Put the stamp under the page's content instead of over it.",
        default: false,
      }),
      stampPages: oneOf(['first', 'each'], {
        title: 'Pages of the stamp',
        'x-group': 'Pages',
        description:
          'For a PDF as the stamp. `first`: its first page on all pages. `each`: its first page on the first of the pages, its second page on the second, and so on; its last page on all that follow.',
        default: 'first',
      }),
      pages: Type.Optional(pagesOption('The pages to stamp. By default all.')),
      password: passwordOption(),
      stampPassword: passwordOption('The password of an encrypted stamp.'),
    },
    { additionalProperties: false },
  ),
  formWays: {
    title: 'Place',
    list: [
      { title: 'Where I draw it', options: ['box'] },
      {
        title: 'At an edge or in a corner',
        options: ['position', 'margin', 'scale'],
        sets: { position: 'bottom-right' },
      },
      { title: 'All over the page', options: ['tile', 'scale'], sets: { tile: true } },
    ],
  },
  form: {
    position: { help: 'The position on the page.', standard: 'center' },
    box: { help: 'Click the page or draw on it. Otherwise the stamp is in the middle.' },
    x: { help: 'Instead of a position: points from the left edge.', hidden: true },
    y: { help: 'Instead of a position: points from the upper edge.', hidden: true },
    scale: { help: '1 is its own size.' },
    stampPages: {
      help: 'Has an effect only if the stamp is a PDF.',
      labels: { first: 'The first on all pages', each: 'Each in turn, the last on the rest' },
    },
  },
  resolve: ({ options }) => {
    const { position, box, x, y, tile, scale } = options;
    const instead = { position, x, y, scale, tile: tile || undefined };
    const other = Object.entries(instead).find(([, value]) => value !== undefined)?.[0];
    if (box && other)
      throw new Refusal('options.box', `\`options.box\` cannot be combined with \`options.${other}\`.`);
    if ((x === undefined) !== (y === undefined)) {
      const missing = x === undefined ? 'x' : 'y';
      throw new Refusal(`options.${missing}`, `\`options.${missing}\` is missing: give both x and y.`);
    }
    if (x !== undefined && (position !== undefined || tile))
      throw new Refusal(
        'options.x',
        `\`options.x\` and \`options.y\` cannot be combined with \`options.${tile ? 'tile' : 'position'}\`.`,
      );
    if (tile && position !== undefined)
      throw new Refusal('options.position', '`options.position` has no meaning with `options.tile`.');
    return resolveOnePdf('sharp');
  },
});
