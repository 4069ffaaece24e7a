import { estimateEffort, type Region, readLines } from '../../../../engines/pp-ocr/engine.ts';
import { zip } from '../../../../lists.ts';
import type { Grey } from '../grey.ts';
import { meanConfidence, type Word } from '../page.ts';
import { splitIntoWords } from './line-words.ts';

/** A line, and what the first reader made of it. */
export interface Doubted {
  region: Region;
  first: Word[];
}

/** What a page may take, in pixels of lines: four to five seconds of one core. */
const mostEffort = 18_000;
/** So much is tried first: of a page that is mere grain the rest is left. */
const trial = 4000;
const hopeless = 50;

/** What a second reader makes of lines, word by word; undefined for those it was not asked of, being too many. */
export async function readLinesAgain(image: Grey, lines: readonly Doubted[]): Promise<Map<Doubted, Word[]>> {
  const read = new Map<Doubted, Word[]>();
  const readAll = async (some: readonly Doubted[]) => {
    const found = await readLines(
      image,
      some.map(({ region }) => region),
    );
    for (const [line, characters] of zip(some, found))
      read.set(line, splitIntoWords(line.region, characters));
  };
  const worthwhile = takeWithinEffort(
    [...lines].sort((a, b) => estimateGain(b) - estimateGain(a)),
    mostEffort,
  );
  const first = takeWithinEffort(interleaveLines(worthwhile), trial);
  await readAll(first);
  if ((meanConfidence([...read.values()].flat()) ?? 0) < hopeless) return read;
  const tried = new Set(first);
  await readAll(worthwhile.filter(line => !tried.has(line)));
  return read;
}

/** How much there is to gain of a line: its length, and how little of it is known. */
const estimateGain = ({ region, first }: Doubted): number =>
  (estimateEffort(region) * (100 - (meanConfidence(first) ?? 50))) / 100;

/** The first of some lines that can be read with so much effort. */
function takeWithinEffort(lines: readonly Doubted[], most: number): Doubted[] {
  let left = most;
  return lines.filter(({ region }) => {
    left -= estimateEffort(region);
    return left >= 0;
  });
}

/** Lines of all kinds first: every fourth, then those between. */
const interleaveLines = (lines: readonly Doubted[]): Doubted[] =>
  [0, 2, 1, 3].flatMap(start => lines.filter((_, at) => at % 4 === start));
