import { makeLine } from './characters/lines.ts';
import { joinWords, type Line } from './page.ts';

/** An entry of a printed table of contents. */
export interface Entry {
  line: Line;
  title: string;
}

const minEntries = 4;
/** Page numbers end at the same position, within this many points. */
const sameRight = 4;
/** Most of the numbers grow from entry to entry. */
const growing = 0.8;
/** The least gap between a title and its page number, in type sizes. */
const minRoom = 1;

const heading =
  /^(?:table of )?contents$|^inhalt(?:sverzeichnis)?$|^sommaire$|^table des matières$|^[ií]ndice$|^sumario$|^innehåll$|^inhoud$|^spis treści$|^содержание$|^оглавление$|^目[录錄次]$/i;
const arabic = /^\d{1,4}$/;
const roman = /^[ivxlc]{1,7}$/i;

interface Row {
  title: Line[];
  number: Line;
}

const letters: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function readNumber(text: string): number {
  if (arabic.test(text)) return Number(text);
  const values = [...text.toLowerCase()].map(letter => letters[letter] ?? 0);
  // Roman numbers count the pages before the first.
  return values.reduce((sum, own, at) => sum + (own < (values[at + 1] ?? 0) ? -own : own), 0) - 10_000;
}

const isNumber = ({ words }: Line): boolean => {
  const [word, ...others] = words;
  return word !== undefined && others.length === 0 && (arabic.test(word.text) || roman.test(word.text));
};

/** Finds rows that end with a number at the position where most of these numbers end. */
function findRows(lines: readonly Line[]): Row[] {
  const numbers = lines.filter(isNumber);
  const columns = numbers.map(number =>
    numbers.filter(other => Math.abs(other.right - number.right) < sameRight),
  );
  const column = columns.reduce((most, each) => (each.length > most.length ? each : most), []);
  return column
    .map(number => ({
      number,
      title: lines
        .filter(
          line =>
            line !== number &&
            line.right < number.left - minRoom * number.size &&
            Math.abs(line.baseline - number.baseline) < 0.3 * number.size,
        )
        .sort((a, b) => a.left - b.left),
    }))
    .filter(({ title }) => title.some(({ words }) => /\p{L}{2}/u.test(joinWords(words))))
    .sort((a, b) => a.number.baseline - b.number.baseline);
}

/**
 * Finds the entries of a table of contents on a page, with the lines of each. There must be leading dots or a
 * title that says what it is, because other tables have growing numbers too.
 */
export function findContents(lines: readonly Line[]): { entries: Entry[]; taken: ReadonlySet<Line> } {
  const none = { entries: [], taken: new Set<Line>() };
  const rows = findRows(lines);
  if (rows.length < minEntries) return none;
  const values = rows.map(({ number }) => readNumber(number.words[0]!.text));
  const grown = values.filter((value, at) => at === 0 || value >= values[at - 1]!);
  if (grown.length < growing * values.length) return none;
  const led = rows.filter(({ number }) => number.words[0]!.led);
  const isNamed = lines.some(({ words }) => heading.test(joinWords(words)));
  if (led.length * 2 < rows.length && !isNamed) return none;
  const entries = rows.map(({ title, number }) => {
    const words = title.flatMap(line => line.words);
    return { title: joinWords(words), line: makeLine([...words, ...number.words]) };
  });
  return { entries, taken: new Set(rows.flatMap(({ title, number }) => [...title, number])) };
}
