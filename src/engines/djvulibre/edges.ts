import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [
  { from: 'djvu', to: 'pdf', cost: 2 },
  // The words recognised when the document was scanned, which a PDF of its pictures does not have.
  { from: 'djvu', to: 'txt', cost: 0.5 },
];
