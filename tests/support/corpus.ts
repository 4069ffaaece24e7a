import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The shared corpus stands beside the project, or where `CORPUS_DIR` says. */
export const corpusDir =
  process.env.CORPUS_DIR ?? fileURLToPath(new URL('../../../shared/corpus', import.meta.url));
export const hasCorpus = existsSync(`${corpusDir}/INDEX.tsv`);
const filesDir = fileURLToPath(new URL('../files', import.meta.url));
/** Where there is no corpus, our own files are one. */
const indexedDir = hasCorpus ? corpusDir : filesDir;
export const corpusFile = (path: string): string => `${indexedDir}/${path}`;

/** A file of our own, which every clone has; `tests/files/README.md` says where each is from. */
export const ownFile = (name: string): string => `${filesDir}/${name}`;

/** A real file of the corpus or, where there is none, one of our own of which the same is true. */
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
