import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [
  { from: 'mobi', to: 'epub', cost: 1 },
  { from: 'azw3', to: 'epub', cost: 1 },
];
