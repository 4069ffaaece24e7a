import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The shared corpus stands beside the project; tests that use it skip where it is absent. */
export const corpusDir = fileURLToPath(new URL('../../../shared/corpus', import.meta.url));
export const hasCorpus = existsSync(`${corpusDir}/INDEX.tsv`);
export const corpusFile = (path: string): string => `${corpusDir}/${path}`;

export interface CorpusEntry {
  path: string;
  family: string;
  special: string;
  expected: string;
}

export function corpusEntries(family: string): CorpusEntry[] {
  if (!hasCorpus) return [];
  const [, ...lines] = readFileSync(`${corpusDir}/INDEX.tsv`, 'utf8').trimEnd().split('\n');
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
