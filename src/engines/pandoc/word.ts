import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEntry } from '../archive.ts';
import { rewritten } from './rewritten.ts';

const script = fileURLToPath(new URL('word.py', import.meta.url));
/** What Pandoc passes over, or does not know by this name. */
const unknown = ['<w:txbxContent>', 'http://purl.oclc.org/ooxml/'];
const tableWithoutColumns = /<w:tbl>(?:(?!<w:tblGrid|<w:tr[ >])[\s\S])*<w:tr[ >]/;
/** No more than this stands between the start of a table and its first row. */
const longestStart = 4000;

/** A Word file that Pandoc reads whole: the file itself, or a copy where it has text boxes or tables that do not say their columns, or is of the strict kind. */
export async function readableWord(path: string, dir: string): Promise<string> {
  let rest = '';
  for await (const chunk of (await openEntry(path, 'word/document.xml')) ?? []) {
    const text = rest + chunk.toString('latin1');
    if (unknown.some(mark => text.includes(mark)) || tableWithoutColumns.test(text))
      return rewritten(script, path, join(dir, 'readable.docx'), dir);
    rest = text.slice(-longestStart);
  }
  return path;
}
