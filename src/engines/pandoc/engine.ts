import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEntry } from '../../containers/read-zip.ts';
import { ProgramFailure, runProgram } from '../program.ts';

const script = fileURLToPath(new URL('chunks/word_chunks.py', import.meta.url));

/**
 * Inserts the chunks that a Word file carries (altChunk) into its text, because no engine reads them. Returns the path of the
 * original file if there are none or they cannot be read.
 */
export async function insertChunks(path: string, dir: string): Promise<string> {
  let relations = '';
  for await (const part of (await openEntry(path, 'word/_rels/document.xml.rels')) ?? [])
    relations += part.toString('latin1');
  if (!relations.includes('/aFChunk"')) return path;
  const copy = join(dir, 'chunks.docx');
  try {
    await runProgram('/usr/bin/python3', ['-I', script, path, copy], { cwd: dir });
  } catch (error) {
    if (error instanceof ProgramFailure && error.code !== null) return path;
    throw error;
  }
  return copy;
}
