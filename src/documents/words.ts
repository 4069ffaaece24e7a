import { around, type Box } from './boxes.ts';
import { makeLine } from './layout/characters/lines.ts';
import type { PreparedPage } from './layout/characters/prepare.ts';
import { mirrorBox } from './layout/characters/right-to-left.ts';
import type { Line, Word } from './layout/page.ts';
import { makeRegions } from './layout/reading-order/regions.ts';
import { showBox } from './layout/shown.ts';
import type { Furniture } from './model.ts';

/** A word of the reading order, with its box on the page as it is shown. */
export interface ShownWord {
  text: string;
  box: Box;
}

interface WordLines {
  /** The lines of the content in reading order. */
  content: ShownWord[][];
  /** Lines that are not content, such as running heads and page numbers. */
  furniture: ShownWord[][];
}

/** Lists the words of a page line by line. Adjacent parts of a word in different styles count as one word. */
export function listWordLines(
  page: PreparedPage,
  furniture: ReadonlyMap<Line, Furniture['kind']>,
): WordLines {
  const lines = page.lines.filter(line => !furniture.has(line)).map(line => ({ ...line, line }));
  const makeLines = (words: readonly Word[]) => words.map(word => makeLine([word]));
  const show = (line: Line) => showWords(line, page);
  return {
    content: [
      ...makeRegions(lines).flatMap(region => region.map(({ line }) => show(line))),
      ...makeLines(page.sideways).map(show),
    ],
    furniture: [...furniture.keys(), ...makeLines(page.watermarks)].map(show),
  };
}

function showWords({ words, direction = 'ltr', left, right }: Line, page: PreparedPage): ShownWord[] {
  const shown: ShownWord[] = [];
  for (const word of words) {
    // A line that runs against the direction of its page was mirrored separately.
    const own = direction === page.direction ? word : mirrorBox(word, { left, right });
    const box = showBox(own, page);
    const last = shown.at(-1);
    if (last && word.glued) {
      last.text += word.text;
      last.box = around([last.box, box]);
    } else shown.push({ text: word.text, box });
  }
  // Words may have spaces of a certain width within them.
  return shown.flatMap(({ text, box }) =>
    text.split(/\s+/).flatMap(part => (part ? [{ text: part, box }] : [])),
  );
}
