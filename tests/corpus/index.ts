import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One row of an INDEX.tsv: a file and its expectation. */
export interface Entry {
  path: string;
  file: string;
  family: string;
  special: string;
  expected: string;
}

/** The first word of `expected`. */
export type Expectation = 'ok' | 'fail' | 'lenient' | 'limit' | 'password';

export function readIndex(folder: string): Entry[] {
  const [head, ...lines] = readFileSync(join(folder, 'INDEX.tsv'), 'utf8').trimEnd().split('\n');
  const names = head!.split('\t');
  const at = (name: string) => names.indexOf(name);
  return lines
    .map(line => line.split('\t'))
    .map(cells => ({
      path: cells[at('path')]!,
      file: join(folder, cells[at('path')]!),
      family: cells[at('family')]!,
      special: cells[at('special')]!,
      expected: cells[at('expected')]!,
    }))
    .filter(entry => entry.expected !== 'truth file');
}

export function expectationOf({ expected }: Entry): Expectation {
  if (/password-required$|as password-required/.test(expected) && /^must fail/.test(expected))
    return 'password';
  if (/^must fail/.test(expected)) return /or empty/.test(expected) ? 'lenient' : 'fail';
  if (/^(lenient|convert ok or)/.test(expected)) return 'lenient';
  if (/^limit/.test(expected)) return 'limit';
  if (/^password/.test(expected)) return 'password';
  return 'ok';
}

/** The password in a row, as `ok with "…"`. */
export const passwordOf = ({ expected }: Entry): string | undefined =>
  /ok with "([^"]+)"/.exec(expected)?.[1];

/** The page count in a row, as `14 pages`. */
export const pagesOf = ({ expected }: Entry): number | undefined => {
  const found = /(\d+) pages/.exec(expected)?.[1];
  return found === undefined ? undefined : Number(found);
};
