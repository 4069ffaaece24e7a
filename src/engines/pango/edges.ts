import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [
  { from: 'txt', to: 'pdf', cost: 1, options: ['encoding', 'pageSize', 'orientation', 'margins'] },
];
