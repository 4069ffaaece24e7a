import type { Character, Region } from '../../../../engines/pp-ocr/engine.ts';
import { type Matrix, moveBox } from '../matrix.ts';
import type { Word } from '../page.ts';

/** The share of a line's detected height that its letters fill. */
const letterShare = 0.8;

/** Maps positions along and across a line, relative to its centre, to positions on the page. */
const makeLinePlacement = ({ middle, along }: Region): Matrix => [
  along.x,
  along.y,
  -along.y,
  along.x,
  middle.x,
  middle.y,
];

/** Splits the characters of a line into words with their boxes. */
export function splitIntoWords(region: Region, characters: readonly Character[]): Word[] {
  const words: Word[] = [];
  const advance = region.length / Math.max(1, characters.length);
  const matrix = makeLinePlacement(region);
  let run: Character[] = [];
  const end = () => {
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last) return;
    const side = (at: number) => (at - 0.5) * region.length;
    const half = (region.height * letterShare) / 2;
    const box = {
      left: Math.max(side(0), side(first.at) - advance / 2),
      right: Math.min(side(1), side(last.at) + advance / 2),
      top: -half,
      bottom: half,
    };
    const confidence = (100 * run.reduce((sum, each) => sum + each.confidence, 0)) / run.length;
    words.push({ text: run.map(({ text }) => text).join(''), confidence, ...moveBox(matrix, box) });
    run = [];
  };
  for (const character of characters)
    if (character.text.trim() === '') end();
    else run.push(character);
  end();
  return words;
}

/** Returns true if the centre of a word lies in a line. */
export function liesInLine({ middle, along, length, height }: Region, word: Word): boolean {
  const x = (word.left + word.right) / 2 - middle.x;
  const y = (word.top + word.bottom) / 2 - middle.y;
  return (
    Math.abs(x * along.x + y * along.y) <= length / 2 && Math.abs(y * along.x - x * along.y) <= height * 0.45
  );
}
