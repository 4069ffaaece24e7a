import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [
  { from: 'cbz', to: 'pdf', cost: 1 },
  { from: 'cbr', to: 'pdf', cost: 1 },
  { from: 'cbz', to: 'epub', cost: 1 },
  { from: 'cbr', to: 'epub', cost: 1 },
  { from: 'cbr', to: 'cbz', cost: 1 },
];
