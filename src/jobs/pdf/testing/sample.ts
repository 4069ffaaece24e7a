import type { Made } from './make-pdf.ts';

/** Five pages with everything that refers to pages, to see what becomes of it when some of them go. */
export const sample: Made = {
  pages: [
    { text: 'page one', links: [5, 'middle', 2], fields: [{ name: 'first', value: 'uno' }] },
    { text: 'page two', links: [1], rotate: 90 },
    { text: 'page three', links: [3, '/old'], fields: [{ name: 'third', value: 'tres' }] },
    { text: 'page four', links: ['middle', 'end'] },
    { text: 'page five', fields: [{ name: 'fifth', value: 'cinco' }] },
  ],
  outline: [
    { title: 'Start', page: 1 },
    {
      title: 'Body',
      page: 2,
      children: [
        { title: 'Middle', name: 'middle' },
        { title: 'After: a/b', page: 4 },
      ],
    },
    { title: 'End', page: 5, children: [{ title: 'Last words', page: 5 }] },
  ],
  names: { middle: 3, end: 5 },
  oldNames: { old: 1 },
  labels: [
    { at: 0, style: 'r' },
    { at: 2, style: 'D' },
  ],
  info: { Title: 'Sample', Author: 'Nobody' },
  attachments: { 'note.txt': 'kept' },
};
