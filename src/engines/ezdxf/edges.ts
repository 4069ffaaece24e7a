import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [
  { from: 'dxf', to: 'pdf', cost: 2 },
  { from: 'dxf', to: 'svg', cost: 2 },
];
