import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [
  { from: 'txt', to: 'html', cost: 1, options: ['encoding'] },
  { from: 'txt', to: 'txt', cost: 1, options: ['encoding'] },
];
