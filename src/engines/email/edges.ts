import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [{ from: 'eml', to: 'html', cost: 1 }];
