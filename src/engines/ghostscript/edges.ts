import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [{ from: 'eps', to: 'pdf', cost: 1.5 }];
