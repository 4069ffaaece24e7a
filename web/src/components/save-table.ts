import { saveFile } from './save-file.ts';

type Cell = string | number;

/** Text that a spreadsheet would run as a formula, such as a name that begins with "=", is marked as text. */
function writeCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Downloads a table as CSV. */
export function saveTable(rows: Cell[][], filename: string): void {
  const text = rows.map(row => `${row.map(writeCell).join(',')}\n`).join('');
  saveFile(new Blob([text], { type: 'text/csv' }), filename);
}
