import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';
import { verb } from './verb.ts';

export const job = defineJobType({
  id: 'pdf-merge',
  tabs: [pdfTab],
  title: 'Merge PDFs',
  summary:
    'Joins documents in the given order. Links, named destinations, page labels, layers, attachments and form fields stay intact, and colliding names are made unique.',
  accepts: ['pdf'],
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
