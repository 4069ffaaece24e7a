import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEntry } from '../../../containers/read-zip.ts';
import { insertChunks } from '../engine.ts';
import { rewriteForPandoc } from '../rewrite-for-pandoc.ts';
import { WordScan } from './word-scan.ts';

const script = fileURLToPath(new URL('word.py', import.meta.url));
/** A list whose items are headings, or have labels that Pandoc's lists cannot have, such as 1.1 and § 1. */
const special = /<w:pStyle |<w:lvlText [^>]*w:val="(?!\(?%\d[.)]?")[^"]*%/;
const longestLabel = 500;
const parts = ['word/document.xml', 'word/footnotes.xml', 'word/endnotes.xml'];

/**
 * Returns a Word file that Pandoc reads whole: the file itself, or a copy where it has something that Pandoc passes
 * over.
 */
export async function makeWordReadable(given: string, dir: string): Promise<string> {
  const path = await insertChunks(given, dir);
  const rewrite = () => rewriteForPandoc(script, path, join(dir, 'readable.docx'), dir);
  if (await hasSpecialLabels(path)) return rewrite();
  for (const part of parts) {
    const scan = new WordScan();
    for await (const chunk of (await openEntry(path, part)) ?? [])
      if (scan.isPassedOver(chunk.toString('latin1'))) return rewrite();
  }
  return path;
}

async function hasSpecialLabels(path: string): Promise<boolean> {
  let text = '';
  for await (const chunk of (await openEntry(path, 'word/numbering.xml')) ?? []) {
    text = text.slice(-longestLabel) + chunk.toString('latin1');
    if (special.test(text)) return true;
  }
  return false;
}
