import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { resolveOnePdf } from '../resolution.ts';

export const job = defineJobType({
  id: 'pdf-merge',
  tabs: ['pdf'],
  title: 'Merge PDFs',
  summary:
    'Joins documents in the order given; links, named destinations, page labels, layers, attachments and form fields stay intact, and names that collide are told apart.',
  accepts: ['pdf'],
  inputs: 'many',
  endpoint: 'merge',
  options: Type.Object(
    {
      preserveBookmarks: Type.Boolean({
        description:
          "Whether the merged document has an outline: one entry per file, named after it, with the file's own bookmarks below.",
        default: true,
      }),
    },
    { additionalProperties: false },
  ),
  limits: { seconds: 900, memoryMb: 4096 },
  resolve: () => resolveOnePdf(),
});
