import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [{ from: 'xps', to: 'pdf', cost: 1.5 }];
