import { around, type Block, type Line, type Page } from './layout.ts';

const mark = /^([•‣▪●◦∙·–*o-]|\(?(\d{1,3}|[a-z]|[ivx]{1,5})[.)])$/;
/** How far from its mark the text of an item begins, in points. */
const furthest = 45;

const joinedLine = (first: Line, second: Line): Line => ({
  ...around([first, second]),
  text: `${first.text} ${second.text}`,
  words: [...first.words, ...second.words],
});

/** Puts the mark of a list item, which often stands by itself, at the head of the line it belongs to. */
export function joinListMarks(page: Page): void {
  const lines = page.blocks.flatMap(block => block.lines.map(line => ({ block, line })));
  const gone = new Map<Block, Set<Line>>();
  for (const { block, line } of lines.filter(each => mark.test(each.line.text))) {
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
