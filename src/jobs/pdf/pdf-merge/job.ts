import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { pageSizeOption } from '../options/paper.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';
import { mergeable } from './accepted.ts';
import { verb } from './verb.ts';

export const job = defineJobType({
  id: 'pdf-merge',
  tabs: [pdfTab],
  title: 'Merge PDFs',
  summary:
    'Joins PDFs, and documents and pictures that become PDFs, in the given order. Links, named destinations, page labels, layers, attachments and form fields stay intact, and colliding names are made unique.',
  accepts: mergeable,
  inputs: 'many',
  verb,
  endpoint: 'merge',
  options: Type.Object(
    {
      preserveBookmarks: Type.Boolean({
        title: 'Keep bookmarks',
        description:
          "Add an outline with one entry per file, named after it, and the file's own bookmarks below.",
        default: true,
      }),
      pageSize: pageSizeOption('The paper for pictures. By default each picture has a page of its own size.'),
      fit: Type.Union([Type.Literal('contain'), Type.Literal('shrink')], {
        'x-group': 'Paper',
        description:
          'How pictures fill the paper of `pageSize`: `contain` makes them as large as possible, `shrink` only makes large ones smaller.',
        default: 'contain',
      }),
      margin: Type.Number({
        'x-group': 'Paper',
        description: 'The space around pictures on the paper of `pageSize`, in points.',
        minimum: 0,
        maximum: 300,
        default: 0,
      }),
      password: passwordOption(),
      passwords: Type.Optional(
        Type.Array(Type.String({ maxLength: 1024 }), {
          description:
            'Instead of `password`: one password per file, in the order of `files`, empty for files that are not encrypted.',
          writeOnly: true,
          minItems: 2,
          maxItems: 1000,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  form: {
    preserveBookmarks: { help: 'Add a bookmark for every file, with its own below.' },
    pageSize: { help: 'The paper for pictures.', labels: { '': 'Size of the picture' } },
    fit: {
      help: 'How pictures fill the paper.',
      labels: { contain: 'As large as fits', shrink: 'Only make large ones smaller' },
      shownWhen: { pageSize: ['a3', 'a4', 'a5', 'letter', 'legal'] },
    },
    margin: {
      help: 'The space around pictures, in points.',
      shownWhen: { pageSize: ['a3', 'a4', 'a5', 'letter', 'legal'] },
    },
    passwords: { help: 'One password per file, in their order.' },
  },
  limits: { seconds: 900, memoryMb: 4096 },
  resolve: ({ options }) => {
    if (options.password !== undefined && options.passwords !== undefined)
      throw new Refusal(
        'options.passwords',
        '`options.passwords` and `options.password` cannot be combined. Give one of them.',
      );
    return resolveOnePdf();
  },
});
