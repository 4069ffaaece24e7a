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
    'Joins documents in the order given; links, named destinations, page labels, layers, attachments and form fields stay intact, and names that collide are told apart.',
  accepts: ['pdf'],
  inputs: 'many',
  verb,
  endpoint: 'merge',
  options: Type.Object(
    {
      preserveBookmarks: Type.Boolean({
        title: 'Keep bookmarks',
        description:
          "Whether the merged document has an outline: one entry per file, named after it, with the file's own bookmarks below.",
        default: true,
      }),
      password: passwordOption(),
      passwords: Type.Optional(
        Type.Array(Type.String({ maxLength: 1024 }), {
          description:
            'In place of `password`: one for each file, in the order of `files`; an empty one for a file that is not locked.',
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
        '`options.passwords` must be left out where `options.password` is given.',
      );
    return resolveOnePdf();
  },
});
