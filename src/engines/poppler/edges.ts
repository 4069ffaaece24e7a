import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [
  // The text as it stands on the page; PDFium reads it in order, and is taken unless this is asked for.
  { from: 'pdf', to: 'txt', cost: 10, options: ['pages', 'layout', 'password', 'ocr', 'languages'] },
  { from: 'pdf', to: 'png', cost: 2, options: ['pages', 'dpi', 'password'], many: true },
];
