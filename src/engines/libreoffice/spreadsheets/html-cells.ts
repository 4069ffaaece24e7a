import { decodeWhole } from '../../../encodings/encoding.ts';
import { detectHtmlEncoding } from '../../../encodings/html-encoding.ts';
import { unescapeXml } from '../../../markup/tags.ts';
import { type ColumnReading, computeSerial, decideReadings } from '../../spreadsheet/engine.ts';

const mostCharacters = 128 * 1024 * 1024;
/** LibreOffice reads the encoding here only. */
const utf8 = '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">';

/** A comment, an element whose content is not markup, or a tag of a table. */
const token =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|textarea)\b[\s\S]*?(?:<\/\1|$)|<(\/?)(table|tr|td|th)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;

interface HtmlCell {
  table: number;
  row: number;
  column: number;
  isHeader: boolean;
  attributes: string;
  /** The end of the name in its start tag, where attributes are added. */
  at: number;
  /** The offsets of its content in the page. */
  start: number;
  end: number;
}

/** Finds the cells of all tables except those that have a table in them. */
function findCells(html: string): HtmlCell[] {
  const cells: HtmlCell[] = [];
  const open: { table: number; row: number; column: number; cell?: HtmlCell | undefined }[] = [];
  let tables = 0;
  const end = (at: number) => {
    const last = open.at(-1);
    if (last?.cell) cells.push({ ...last.cell, end: at });
    if (last) last.cell = undefined;
  };
  for (const { 0: tag, index, 2: slash, 3: name, 4: attributes = '' } of html.matchAll(token)) {
    if (name === undefined) continue;
    const kind = name.toLowerCase();
    if (kind === 'table') {
      if (slash) {
        end(index);
        open.pop();
      } else {
        const outer = open.at(-1);
        if (outer) outer.cell = undefined;
        open.push({ table: tables++, row: -1, column: 0 });
      }
      continue;
    }
    const table = open.at(-1);
    if (!table) continue;
    end(index);
    if (slash) continue;
    if (kind === 'tr') {
      table.row++;
      table.column = 0;
      continue;
    }
    table.cell = {
      ...{ table: table.table, row: Math.max(0, table.row), column: table.column },
      ...{ isHeader: kind === 'th', attributes, at: index + 1 + name.length },
      ...{ start: index + tag.length, end: html.length },
    };
    table.column += Number(/\bcolspan\s*=\s*["']?(\d{1,4})/i.exec(attributes)?.[1] ?? 1);
  }
  return cells;
}

const readText = (html: string): string =>
  unescapeXml(html.replace(/<!--[\s\S]*?-->|<[^>]*>/g, '').replaceAll('&nbsp;', '\u00a0'))
    .replace(/[ \t\r\n]+/g, ' ')
    .trim();

const textFormat = /mso-number-format\s*:\s*["']?\s*(?:\\@|@)/;

/** Finds the classes of cells that Excel is to read as text. */
function findTextClasses(html: string): Set<string> {
  const classes = [...html.matchAll(/\.([\w-]+)\s*\{([^}]*)\}/g)]
    .filter(([, , rules = '']) => textFormat.test(rules))
    .map(([, name = '']) => name);
  return new Set(classes);
}

/** Reads the columns of each table, so that a cell is read like the others of its column. */
async function readTables(cells: readonly { cell: HtmlCell; text: string }[]): Promise<ColumnReading[][]> {
  const tables: (string | undefined)[][][] = [];
  for (const { cell, text } of cells) {
    if (cell.isHeader || text === '' || /\bcolspan\b/i.test(cell.attributes)) continue;
    tables[cell.table] ??= [];
    const rows = tables[cell.table]!;
    rows[cell.row] ??= [];
    rows[cell.row]![cell.column] = text;
  }
  async function* list(rows: (string | undefined)[][]) {
    for (const row of rows) yield Array.from(row ?? []);
  }
  return Promise.all(
    Array.from(tables, rows =>
      decideReadings(list(rows ?? []), { delimiter: () => ';', nullValue: undefined }),
    ),
  );
}

/** LibreOffice reads a number format only in the notation of its country, and few formats of dates. */
function translateDateFormat(numFmt: string): string {
  const time = numFmt.includes(':') ? ` HH:MM${numFmt.includes('ss') ? ':SS' : ''}` : '';
  if (numFmt.startsWith('dd.')) return `1031;TT.MM.JJJJ${time}`;
  if (numFmt.startsWith('dd/')) return `2057;DD/MM/YYYY${time}`;
  if (numFmt.startsWith('mm/')) return `1033;MM/DD/YYYY${time}${numFmt.endsWith('AM/PM') ? ' AM/PM' : ''}`;
  return `1033;YYYY-MM-DD${time}`;
}

const swapSigns = (format: string, group: string): string =>
  format.replace(/[.,]/g, sign => (sign === ',' ? group : ','));

function translateNumberFormat(numFmt: string): string {
  const [, country, format = ''] = /^(?:\[\$-(\w+)\])?(.*)$/.exec(numFmt) ?? [];
  switch (country) {
    case '407':
      return `1031;${format === 'General' ? 'Standard' : swapSigns(format, '.')}`;
    case '40C':
      return `1036;${format === 'General' ? 'Standard' : swapSigns(format, ' ')}`;
    case '807':
      return `2055;${format.replace(',', "'")}`;
    default:
      return `1033;${format}`;
  }
}

/** Writes the attributes with which LibreOffice reads a cell as this value and does not guess one itself. */
function describeValue(value: unknown, numFmt: string | undefined): string {
  if (typeof value === 'number')
    return `sdval="${value}" sdnum="1033;${translateNumberFormat(numFmt ?? 'General')}"`;
  if (value instanceof Date) {
    const isDay = value.getTime() % 86_400_000 === 0;
    const format = numFmt ?? (isDay ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss');
    return `sdval="${computeSerial(value)}" sdnum="1033;${translateDateFormat(format)}"`;
  }
  return 'sdnum="1033;0;@"';
}

/**
 * Reads the tables of a page and marks each cell with its value: LibreOffice would take 007 for 7, and 3/4/2024 for a day in March.
 */
export async function markHtmlCells(path: string): Promise<string> {
  const html = await decodeWhole(path, mostCharacters, await detectHtmlEncoding(path));
  const textClasses = findTextClasses(html);
  const isText = ({ attributes }: HtmlCell): boolean => {
    const names = /\bclass\s*=\s*["']?([^"'>]+)/i.exec(attributes)?.[1] ?? '';
    return textFormat.test(unescapeXml(attributes)) || names.split(/\s+/).some(name => textClasses.has(name));
  };
  const cells = findCells(html)
    .filter(({ attributes }) => !/\bsd(val|num)\s*=/i.test(attributes))
    .map(cell => ({ cell, text: readText(html.slice(cell.start, cell.end)) }));
  const readings = await readTables(cells);
  let marked = utf8;
  let copied = 0;
  for (const { cell, text } of cells.sort((a, b) => a.cell.at - b.cell.at)) {
    if (text === '') continue;
    const reading = readings[cell.table]?.[cell.column];
    const value = reading && !cell.isHeader && !isText(cell) ? reading.read(text) : text;
    marked += `${html.slice(copied, cell.at)} ${describeValue(value, reading?.numFmt)}`;
    copied = cell.at;
  }
  const rest = html.slice(copied);
  return (marked + rest).replace(/(?!^)<meta\b[^>]*\bcharset\b[^>]*>/gi, '');
}
