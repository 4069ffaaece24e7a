import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [
  {
    from: 'html',
    to: 'pdf',
    cost: 2,
    options: ['encoding', 'pageSize', 'orientation', 'margins', 'pdfa', 'exportBookmarks'],
  },
];
