import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [
  { from: 'ics', to: 'json', cost: 1 },
  { from: 'vcf', to: 'json', cost: 1 },
];
