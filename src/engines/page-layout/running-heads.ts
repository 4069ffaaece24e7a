import type { Filled } from '../../lists.ts';
import type { Line, Page } from './page.ts';

/** Where heads and feet stand, as a share of the page's height, and on how many pages they must. */
const margin = 0.12;
const fewestPages = 3;
const leastShare = 0.4;

const figures = /\d+/g;
const mostFigures = 3;

interface Found {
  page: number;
  line: Line;
}

const figuresOf = (text: string): number[] => text.match(figures)?.map(Number) ?? [];

/** Whether one of its figures grows with the pages, and is not just some figure of a table. */
function countsPages(found: Filled<Found>): boolean {
  const [first] = found;
  return figuresOf(first.line.text).some((start, at) =>
    found.every(({ page, line }) => figuresOf(line.text)[at] === start + page - first.page),
  );
}

/**
 * Takes out what is printed on page after page, which would come between the words of a text that flows: all of it where
 * it counts pages, else all but the first.
 */
export function dropRunningHeads(pages: readonly Page[]): void {
  if (pages.length < fewestPages) return;
  const byPlace = new Map<string, Filled<Found>>();
  for (const [page, { height, blocks }] of pages.entries())
    for (const line of blocks.flatMap(block => block.lines)) {
      if (line.bottom > height * margin && line.top < height * (1 - margin)) continue;
      if (figuresOf(line.text).length > mostFigures) continue;
      const key = `${Math.round(line.bottom / 4)} ${line.text.replace(figures, '#')}`;
      const same = byPlace.get(key);
      if (same) same.push({ page, line });
      else byPlace.set(key, [{ page, line }]);
    }
  const gone = new Set<Line>();
  for (const found of byPlace.values()) {
    const onPages = new Set(found.map(({ page }) => page)).size;
    if (onPages < fewestPages || onPages < pages.length * leastShare) continue;
    const isSame = found.every(({ line }) => line.text === found[0].line.text);
    if (isSame) for (const { line } of found.slice(1)) gone.add(line);
    else if (countsPages(found)) for (const { line } of found) gone.add(line);
  }
  for (const page of pages) {
    for (const block of page.blocks) block.lines = block.lines.filter(line => !gone.has(line));
    page.blocks = page.blocks.filter(block => block.lines.length > 0);
  }
}
