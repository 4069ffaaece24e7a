import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [
  { from: 'pdf', to: 'txt', cost: 2, options: ['pages', 'layout', 'password'] },
  { from: 'pdf', to: 'png', cost: 2, options: ['pages', 'dpi', 'password'], many: true },
];
