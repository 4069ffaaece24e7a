import type { PreparedPage } from '../characters/prepare.ts';
import { joinWords, type Line } from '../page.ts';
import { isBeside } from './table-rows.ts';

/** A number alone, perhaps of a part such as `F-12`, with signs around it. */
const counted = /^[-–—|·\s[(]*(?:(?<part>[A-Z]{1,4})-)?(?<number>\d{1,4})[-–—|·\s\])]*$/;
/** So many neighbours must have the numbers before or after it. */
const fewestInOrder = 2;

/** Returns the lowest line of a page, if it is alone in its row. */
function findLowest({ lines }: PreparedPage): Line | undefined {
  const lowest = lines.reduce<Line | undefined>(
    (low, line) => (low && low.baseline >= line.baseline ? low : line),
    undefined,
  );
  return lowest && lines.some(other => other !== lowest && isBeside(other, lowest)) ? undefined : lowest;
}

function readNumber(line: Line | undefined): { part: string; value: number } | undefined {
  const { part = '', number } = (line && counted.exec(joinWords(line.words))?.groups) ?? {};
  return number === undefined ? undefined : { part, value: Number(number) };
}

/**
 * Finds the number under the text of a page that counts pages with those of its neighbours. It need not stand at the foot of the page:
 * a page that a browser made of a document may end earlier.
 */
export function findCountedNumber(page: PreparedPage, others: readonly PreparedPage[]): Line | undefined {
  const line = findLowest(page);
  const own = readNumber(line);
  if (!own) return undefined;
  const inOrder = others.filter(other => {
    const number = readNumber(findLowest(other));
    return number?.part === own.part && number.value - own.value === other.number - page.number;
  });
  return inOrder.length >= Math.min(fewestInOrder, Math.max(1, others.length)) ? line : undefined;
}
