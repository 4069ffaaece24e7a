import type { Box } from '../../../documents/boxes.ts';
import type { ComparisonSheet } from '../../../engines/pikepdf/comparison.ts';
import type { Change } from './changes.ts';
import type { PagePair } from './pages.ts';

/** Removed words and pixels are red, added ones green, moved words blue. Everything under a mark shows through. */
export const markColours = {
  red: [255, 176, 176],
  green: [160, 236, 170],
  blue: [178, 208, 255],
} as const;

export interface Mark {
  box: Box;
  colour: keyof typeof markColours;
}

export interface PageMarks {
  old: Map<number, Mark[]>;
  new: Map<number, Mark[]>;
}

/** Lists the marks of word changes by page. */
export function markChanges(changes: readonly Change[]): PageMarks {
  const marks: PageMarks = { old: new Map(), new: new Map() };
  for (const { kind, old, new: now } of changes) {
    for (const { page, box } of old?.places ?? [])
      addMark(marks.old, page, box, kind === 'moved' ? 'blue' : 'red');
    for (const { page, box } of now?.places ?? [])
      addMark(marks.new, page, box, kind === 'moved' ? 'blue' : 'green');
  }
  return marks;
}

export function addMark(marks: Map<number, Mark[]>, page: number, box: Box, colour: Mark['colour']): void {
  const known = marks.get(page);
  if (known) known.push({ box, colour });
  else marks.set(page, [{ box, colour }]);
}

/** Lists the sheets of a document that shows both versions side by side. */
export function listSheets(pairs: readonly PagePair[], marks: PageMarks): ComparisonSheet[] {
  const list = (own: readonly Mark[] = []) =>
    own.map(({ box: { left, top, right, bottom }, colour }) => ({
      box: [left, top, right, bottom].map(side => Math.round(side * 100) / 100) as [
        number,
        number,
        number,
        number,
      ],
      colour: markColours[colour].map(value => value / 255) as [number, number, number],
    }));
  return pairs.map(pair => ({
    old: pair.old ?? null,
    new: pair.new ?? null,
    oldMarks: pair.old === undefined ? [] : list(marks.old.get(pair.old)),
    newMarks: pair.new === undefined ? [] : list(marks.new.get(pair.new)),
  }));
}
