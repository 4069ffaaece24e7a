import type { Edge } from 'filemill';

export const edges: readonly Edge[] = [{ from: 'txt', to: 'json', cost: 1, options: ['pretty'] }];
