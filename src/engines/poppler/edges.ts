import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [
  { from: 'pdf', to: 'txt', cost: 8, options: ['pages', 'layout', 'password', 'ocr', 'languages'] },
  // The words and their order are kept, the look is not: the way from PDF to every other document goes through here.
  { from: 'pdf', to: 'html', cost: 4, options: ['pages', 'password', 'ocr', 'languages'] },
  { from: 'pdf', to: 'png', cost: 2, options: ['pages', 'dpi', 'password'], many: true },
];
