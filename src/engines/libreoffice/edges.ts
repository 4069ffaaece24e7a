import type { FormatId } from '../../formats/formats.ts';
import type { Edge, EdgesModule } from '../conversion.ts';
import type { OptionName } from '../conversion-options.ts';

const host = 'office';
/** Workbooks are passed on with values only, unless the next step keeps formulas. */
const sees: OptionName[] = ['formulas'];
const laidOut: OptionName[] = [
  'pages',
  'pdfa',
  'pdfua',
  'exportBookmarks',
  'password',
  'pageSize',
  'orientation',
  'margins',
];

const texts: FormatId[] = ['docx', 'doc', 'odt', 'rtf'];
/** Texts of other programs, which are only read. */
const foreignTexts: FormatId[] = ['wpd'];
/** Drawings, and documents of Apple's programs, of which many show only their preview. */
const shown: FormatId[] = ['vsdx', 'pages', 'numbers', 'key'];
const slides: FormatId[] = ['pptx', 'ppt', 'odp'];
const books: FormatId[] = ['xlsx', 'xlsm', 'xls', 'xlsb', 'ods'];

/** The fields of all edges to PDF. LibreOffice leaves out the pictures of emoji, so they are drawn afterwards. */
const printed = { to: 'pdf', asks: ['drawEmoji'], host } as const satisfies Partial<Edge>;

const makeEdges = (from: FormatId[], to: FormatId[], cost: number): Edge[] =>
  from.flatMap(one =>
    to.map((other): Edge => ({ from: one, to: other, cost, options: ['password'], sees, host })),
  );

export const edges: readonly Edge[] = [
  ...[...texts, ...foreignTexts, ...slides].map(
    (from): Edge => ({ from, ...printed, cost: 2, options: laidOut, sees }),
  ),
  ...shown.map((from): Edge => ({ from, ...printed, cost: 2 })),
  ...books.map((from): Edge => ({ from, ...printed, cost: 3, options: [...laidOut, 'sheet'], sees })),
  // A document may be written again in its own format, without its password or repaired.
  ...makeEdges([...texts, ...foreignTexts], ['docx', 'odt', 'rtf'], 2),
  ...makeEdges([...texts, ...foreignTexts], ['doc'], 2.5).filter(({ from }) => from !== 'doc'),
  ...makeEdges(slides, ['pptx'], 2),
  ...makeEdges(slides, ['odp', 'ppt'], 2.5).filter(({ from, to }) => from !== to),
  // The text of slides is read from the slides themselves: on a printed page it is cut off at the edge, and tables come
  // apart.
  ...makeEdges(slides, ['html', 'txt'], 2),
  ...makeEdges(books, ['xlsx', 'ods'], 2).filter(({ from, to }) => from !== to),
  ...makeEdges(books, ['xls'], 2.5)
    .filter(({ from }) => from !== 'xls')
    .map((edge): Edge => ({ ...edge, isFinish: true })),
];

export const offers: EdgesModule['offers'] = ['drawMetafiles', 'calculateBook'];
