import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [
  // The words that were recognised when the document was scanned are placed on the pages.
  { from: 'djvu', to: 'pdf', cost: 2, asks: ['addWords'] },
  // The words alone are found much sooner. Other formats are made from the pages, which show headings and pictures too.
  { from: 'djvu', to: 'txt', cost: 6, options: ['ocr', 'languages'] },
];
