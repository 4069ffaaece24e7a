import type { Edge } from '../conversion.ts';

const host = 'office';
const laidOut = ['pages', 'pdfa', 'exportBookmarks', 'password', 'pageSize', 'orientation', 'margins'];

const texts = ['docx', 'doc', 'odt', 'rtf'];
const slides = ['pptx', 'ppt', 'odp'];
const books = ['xlsx', 'xlsm', 'xls', 'xlsb', 'ods'];

const between = (from: string[], to: string[], cost: number): Edge[] =>
  from.flatMap(one => to.map(other => ({ from: one, to: other, cost, options: ['password'], host })));

export const edges: readonly Edge[] = [
  ...[...texts, ...slides].map(from => ({ from, to: 'pdf', cost: 2, options: laidOut, host })),
  ...books.map(from => ({ from, to: 'pdf', cost: 3, options: [...laidOut, 'sheet'], host })),
  // A document is also written anew in its own format: without its password, or mended.
  ...between(texts, ['docx', 'odt', 'rtf'], 2),
  ...between(slides, ['pptx', 'odp'], 2),
  ...between(books, ['xlsx', 'ods'], 2).filter(({ from, to }) => from !== to),
];
