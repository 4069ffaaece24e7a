import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeTextBook } from '../../spreadsheet/engine.ts';
import { markHtmlCells } from './html-cells.ts';

/**
 * Prepares a page or delimited text that goes by the name of an Excel file, because LibreOffice would guess what its texts mean.
 * Returns undefined for any other file.
 */
export async function makeReadable(
  input: string,
  format: string,
  stem: string,
  dir: string,
): Promise<{ path: string; format: string } | undefined> {
  if (format !== 'html' && format !== 'csv') return undefined;
  const isPage = format === 'html';
  const path = join(dir, isPage ? 'marked.html' : 'table.xlsx');
  if (isPage) await writeFile(path, await markHtmlCells(input));
  else await writeTextBook(input, path, stem);
  return { path, format: isPage ? 'html' : 'xlsx' };
}
