import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The shared corpus is next to the project, or in `CORPUS_DIR`. */
export const corpusDir =
  process.env.CORPUS_DIR ?? fileURLToPath(new URL('../../../shared/corpus', import.meta.url));
export const hasCorpus = existsSync(`${corpusDir}/INDEX.tsv`);
const filesDir = fileURLToPath(new URL('../files', import.meta.url));
/** Without the corpus, our own files serve as one. */
const indexedDir = hasCorpus ? corpusDir : filesDir;
export const corpusFile = (path: string): string => `${indexedDir}/${path}`;

/** Returns one of our own files, which every clone has; `tests/files/README.md` lists their origins. */
export const ownFile = (name: string): string => `${filesDir}/${name}`;

/** Returns a real file of the corpus or, without it, one of our own with the same properties. */
export const realFile = (inCorpus: string, own: string): string =>
  hasCorpus ? corpusFile(inCorpus) : ownFile(own);

export interface CorpusEntry {
  path: string;
  family: string;
  special: string;
  expected: string;
}

export function corpusEntries(family: string): CorpusEntry[] {
  const [, ...lines] = readFileSync(`${indexedDir}/INDEX.tsv`, 'utf8').trimEnd().split('\n');
  return lines
    .map(line => line.split('\t'))
    .map(([path, entryFamily, , , special, expected]) => ({
      path: path!,
      family: entryFamily!,
      special: special!,
      expected: expected!,
    }))
    .filter(entry => entry.family === family && entry.expected !== 'truth file');
}
