import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEntry } from '../../../containers/read-zip.ts';
import { insertChunks } from '../engine.ts';
import { rewriteForPandoc } from '../rewrite-for-pandoc.ts';
import { WordScan } from './word-scan.ts';

const script = fileURLToPath(new URL('word.py', import.meta.url));
const parts = ['word/document.xml', 'word/footnotes.xml', 'word/endnotes.xml'];

/**
 * Returns a Word file that Pandoc reads whole: the file itself, or a copy where it has something that Pandoc passes
 * over.
 */
export async function makeWordReadable(given: string, dir: string): Promise<string> {
  const path = await insertChunks(given, dir);
  for (const part of parts) {
    const scan = new WordScan();
    for await (const chunk of (await openEntry(path, part)) ?? [])
      if (scan.isPassedOver(chunk.toString('latin1')))
        return rewriteForPandoc(script, path, join(dir, 'readable.docx'), dir);
  }
  return path;
}
