import { browserHost } from '../browser-host.ts';
import type { Edge } from '../conversion.ts';

export const edges: readonly Edge[] = [
  {
    from: 'html',
    to: 'pdf',
    // More than WeasyPrint's, which prints what other engines turned into HTML.
    cost: 3,
    options: ['engine', 'encoding', 'pageSize', 'orientation', 'margins', 'pdfa', 'exportBookmarks', 'toc'],
    host: browserHost,
  },
];
