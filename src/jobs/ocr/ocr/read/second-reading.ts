import { estimateEffort, type Region, readLines } from '../../../../engines/pp-ocr/engine.ts';
import { zip } from '../../../../lists.ts';
import type { Grey } from '../../../image/scans/grey.ts';
import { meanConfidence, type Word } from '../page.ts';
import { splitIntoWords } from './line-words.ts';

/** A line and the first engine's reading of it. */
export interface Doubted {
  region: Region;
  first: Word[];
}

/** The limit for a page in pixels of lines: four to five seconds of one core. */
const maxEffort = 18_000;
/** The part read first: if it is only noise, the rest is skipped. */
const trial = 4000;
const hopeless = 50;

/** Reads lines with the second engine. Lines beyond the limit are missing from the result. */
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
    maxEffort,
  );
  const first = takeWithinEffort(interleaveLines(worthwhile), trial);
  await readAll(first);
  if ((meanConfidence([...read.values()].flat()) ?? 0) < hopeless) return read;
  const tried = new Set(first);
  await readAll(worthwhile.filter(line => !tried.has(line)));
  return read;
}

/** Estimates how much can be gained on a line, from its length and how little of it is known. */
const estimateGain = ({ region, first }: Doubted): number =>
  (estimateEffort(region) * (100 - (meanConfidence(first) ?? 50))) / 100;

/** Returns the first lines that fit into the limit. */
function takeWithinEffort(lines: readonly Doubted[], most: number): Doubted[] {
  let left = most;
  return lines.filter(({ region }) => {
    left -= estimateEffort(region);
    return left >= 0;
  });
}

/** Orders lines so that the first ones are representative: every fourth, then those in between. */
const interleaveLines = (lines: readonly Doubted[]): Doubted[] =>
  [0, 2, 1, 3].flatMap(start => lines.filter((_, at) => at % 4 === start));
