import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [
  {
    from: 'html',
    to: 'pdf',
    cost: 2,
    options: ['engine', 'encoding', 'pageSize', 'orientation', 'margins', 'pdfa', 'exportBookmarks', 'toc'],
  },
];
