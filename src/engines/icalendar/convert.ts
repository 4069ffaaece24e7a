import { writeFile } from 'node:fs/promises';
import { JobFailure } from '../../contract/failure.ts';
import { decodeWhole } from '../../encodings/encoding.ts';
import type { Convert } from '../conversion.ts';
import { type Fact, type Facts, listEntries } from './calendar.ts';
import { readCard } from './contacts.ts';
import { readComponents } from './content-lines.ts';

const mostCharacters = 50_000_000;

/** Writes a value as the text of a cell: parts of an object follow each other, values of a list are separated by semicolons. */
function writeCell(fact: Fact): string {
  if (Array.isArray(fact)) return fact.map(writeCell).join('; ');
  if (typeof fact !== 'object') return String(fact);
  const { types, ...rest } = fact;
  const text = Object.values(rest).map(writeCell).filter(Boolean).join(', ');
  return types === undefined ? text : `${text} (${writeCell(types).replaceAll('; ', ', ')})`;
}

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function writeTable(rows: readonly Facts[]): string {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))];
  const lines = rows.map(row =>
    columns.map(column => (row[column] === undefined ? '' : writeCell(row[column]))),
  );
  return [columns, ...lines].map(cells => `${cells.map(quote).join(',')}\r\n`).join('');
}

export const convert: Convert = async ({ from, to, input, output }) => {
  const { components, isWhole } = readComponents(await decodeWhole(input, mostCharacters));
  const found = components.filter(({ name }) => name === (from === 'ics' ? 'VCALENDAR' : 'VCARD'));
  if (found.length === 0) throw new JobFailure('unreadable_input', `no ${from} component`);
  const rows = from === 'ics' ? listEntries(found) : found.map(readCard);
  await writeFile(output, to === 'json' ? `${JSON.stringify(rows, undefined, 2)}\n` : writeTable(rows));
  return [
    {
      path: output,
      metadata: { entries: rows.length },
      warnings: isWhole ? [] : ['damaged_input'],
    },
  ];
};
