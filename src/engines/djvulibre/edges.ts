import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [
  { from: 'djvu', to: 'pdf', cost: 2 },
  // The words recognised when the document was scanned. A document without them is read from its pictures, through a PDF.
  { from: 'djvu', to: 'txt', cost: 4 },
];
