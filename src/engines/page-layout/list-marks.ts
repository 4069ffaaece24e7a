import { around, type Block, type Line, type Page, type Word } from './page.ts';

/** What stands before a list's item. */
export interface ListMark {
  kind: 'ul' | 'ol';
  /** How it counts, as HTML names it. */
  type: '1' | 'a' | 'i';
  value: number;
  /** Where the mark and the words after it begin. */
  left: number;
  textLeft: number;
}

const bullets = '•‣▪●◦∙·–*■□○◆❖►➢➤✓✔\uf0b7\uf0a7\uf0d8\uf0fc-';
const bullet = new RegExp(`^[${bullets}]$`, 'u');
const counted = /^\(?(?:(\d{1,3})|([ivx]{1,5})|([a-z]))[.)]$/;
/** Between a mark and its item there is more room than between words, in heights of the line. */
const room = 0.32;
/** How far from its mark the text of an item begins, in points. */
const furthest = 45;

const digit = (letter: string | undefined): number =>
  letter === 'x' ? 10 : letter === 'v' ? 5 : letter === 'i' ? 1 : 0;
const roman = (text: string): number =>
  [...text].reduce((sum, letter, at) => {
    const [own, next] = [digit(letter), digit(text[at + 1])];
    return sum + (own < next ? -own : own);
  }, 0);

/** The mark a line begins with, if it does. A letter or a small `o` must stand apart as marks do; words begin with them too. */
export function markOf([first, second]: readonly Word[]): ListMark | undefined {
  if (!first || !second) return undefined;
  const place = { left: first.left, textLeft: second.left };
  const isApart = second.left - first.right > room * (first.bottom - first.top);
  if (bullet.test(first.text) || (first.text === 'o' && isApart))
    return { kind: 'ul', type: '1', value: 0, ...place };
  const [, number, numeral, letter] = counted.exec(first.text) ?? [];
  if (number) return { kind: 'ol', type: '1', value: Number(number), ...place };
  if (!isApart) return undefined;
  if (numeral) return { kind: 'ol', type: 'i', value: roman(numeral), ...place };
  if (letter) return { kind: 'ol', type: 'a', value: letter.charCodeAt(0) - 96, ...place };
  return undefined;
}

const standsAlone = (line: Line): boolean =>
  line.words.length === 1 && (bullet.test(line.text) || line.text === 'o' || counted.test(line.text));

const joinedLine = (first: Line, second: Line): Line => ({
  ...around([first, second]),
  text: `${first.text} ${second.text}`,
  words: [...first.words, ...second.words],
});

/** Puts the mark of a list item, which often stands by itself, at the head of the line it belongs to. */
export function joinListMarks(page: Page): void {
  const lines = page.blocks.flatMap(block => block.lines.map(line => ({ block, line })));
  const gone = new Map<Block, Set<Line>>();
  for (const { block, line } of lines.filter(each => standsAlone(each.line))) {
    const middle = (line.top + line.bottom) / 2;
    const beside = lines
      .filter(
        each => each.line !== line && each.line.left >= line.right && each.line.left - line.left < furthest,
      )
      .filter(each => each.line.top < middle && each.line.bottom > middle)
      .sort((a, b) => a.line.left - b.line.left)[0];
    if (!beside) continue;
    const at = beside.block.lines.indexOf(beside.line);
    if (at < 0) continue;
    beside.line = beside.block.lines[at] = joinedLine(line, beside.line);
    Object.assign(beside.block, around(beside.block.lines));
    gone.set(block, (gone.get(block) ?? new Set()).add(line));
  }
  for (const [block, marks] of gone) {
    block.lines = block.lines.filter(line => !marks.has(line));
    if (block.lines.length) Object.assign(block, around(block.lines));
  }
  page.blocks = page.blocks.filter(block => block.lines.length > 0);
}
