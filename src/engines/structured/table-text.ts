import { escapeHtml } from '../../markup/escape-html.ts';
import { escapeMarkdownCell } from '../../markup/escape-markdown.ts';
import { type CsvStyle, writeCsvLine } from '../../tabular/csv.ts';
import { type ColumnType, nameSqlType } from '../../tabular/types.ts';
import { formatScalar, Moment, NumberText, type Value } from '../../tabular/values.ts';
import type { Table } from './table.ts';

const formatCell = (value: Value): string | null => (value === null ? null : formatScalar(value as string));

/** Joins lines into pieces that are large enough to write. */
async function* gatherLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const line of lines) {
    piece += line;
    if (piece.length > 1 << 16) {
      yield piece;
      piece = '';
    }
  }
  if (piece) yield piece;
}

export function writeCsv(table: Table, style: CsvStyle, header: boolean): AsyncGenerator<string> {
  return gatherLines(
    (async function* () {
      if (header && table.columns.length)
        yield writeCsvLine(
          table.columns.map(column => column.name),
          style,
        );
      for await (const row of table.rows()) yield writeCsvLine(row.map(formatCell), style);
    })(),
  );
}

const style =
  'body{font-family:sans-serif}table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.2em .5em;text-align:left;vertical-align:top;white-space:pre-line}td.n{text-align:right}thead{display:table-header-group}';

const isNumber = (value: Value): boolean =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof NumberText;

export function writeHtml(table: Table, title: string): AsyncGenerator<string> {
  return gatherLines(
    (async function* () {
      yield `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${escapeHtml(title)}</title>\n<style>${style}</style>\n</head>\n<body>\n<table>\n`;
      yield `<thead>\n<tr>${table.columns.map(({ name }) => `<th>${escapeHtml(name)}</th>`).join('')}</tr>\n</thead>\n<tbody>\n`;
      for await (const row of table.rows()) {
        yield `<tr>${row.map(value => `<td${isNumber(value) ? ' class="n"' : ''}>${escapeHtml(formatCell(value) ?? '')}</td>`).join('')}</tr>\n`;
      }
      yield '</tbody>\n</table>\n</body>\n</html>\n';
    })(),
  );
}

export function writeMarkdown(table: Table): AsyncGenerator<string> {
  const writeLine = (cells: string[]) => `| ${cells.map(escapeMarkdownCell).join(' | ')} |\n`;
  return gatherLines(
    (async function* () {
      yield writeLine(table.columns.map(column => column.name));
      yield `|${table.columns.map(() => ' --- ').join('|')}|\n`;
      for await (const row of table.rows()) yield writeLine(row.map(value => formatCell(value) ?? ''));
    })(),
  );
}

const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function writeSqlValue(value: Value, type: ColumnType): string {
  if (value === null) return 'NULL';
  const text = formatScalar(value as string);
  const bare = isNumber(value) && /^-?\d/.test(text) && ['integer', 'double', 'decimal'].includes(type.kind);
  if (bare) return text;
  if (typeof value === 'boolean' && type.kind === 'boolean') return value ? 'TRUE' : 'FALSE';
  return `'${(value instanceof Moment ? value.text : text).replaceAll("'", "''")}'`;
}

const rowsPerInsert = 100;

/**
 * Writes statements that any SQL database takes: a table and inserts into it, quotes doubled, backslashes as they are.
 */
export function writeSql(table: Table, name: string): AsyncGenerator<string> {
  const target = quoteIdentifier(name);
  const columns = table.columns.map(column => quoteIdentifier(column.name)).join(', ');
  return gatherLines(
    (async function* () {
      yield `CREATE TABLE ${target} (\n${table.columns.map(column => `  ${quoteIdentifier(column.name)} ${nameSqlType(column.type) ?? 'TEXT'}`).join(',\n')}\n);\n`;
      let count = 0;
      for await (const row of table.rows()) {
        const values = row.map((value, index) => writeSqlValue(value, table.columns[index]!.type)).join(', ');
        const first = count % rowsPerInsert === 0;
        yield `${first ? `${count ? ';\n' : ''}INSERT INTO ${target} (${columns}) VALUES\n` : ',\n'}  (${values})`;
        count++;
      }
      if (count) yield ';\n';
    })(),
  );
}
