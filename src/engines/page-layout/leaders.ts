import { around, type Line, type Page, type Word } from './page.ts';
import { linesOf } from './table.ts';

/** As many dots by themselves lead the eye across, as from a heading to its page, and say nothing. */
const fewest = 3;

const isDots = (word: Word): boolean => /^[.·…]+$/.test(word.text);

/** The dots that lead across, however the lines they are in were parted. */
function leadersOn(page: Page): ReadonlySet<Word> {
  const words = page.blocks.flatMap(block => block.lines.flatMap(line => line.words));
  const dots = words.filter(isDots);
  return new Set(
    dots.length < fewest ? [] : linesOf(dots).flatMap(line => (line.length < fewest ? [] : line)),
  );
}

function bare(line: Line, leaders: ReadonlySet<Word>): Line[] {
  const words = line.words.filter(word => !leaders.has(word));
  if (words.length === line.words.length) return [line];
  return words.length ? [{ ...around(words), words, text: words.map(word => word.text).join(' ') }] : [];
}

/** The page without its dotted lines, which would fill the cells of tables that are none. */
export function withoutLeaders(page: Page): Page {
  const leaders = leadersOn(page);
  if (leaders.size === 0) return page;
  const blocks = page.blocks
    .map(block => ({ ...block, lines: block.lines.flatMap(line => bare(line, leaders)) }))
    .filter(block => block.lines.length > 0);
  return { ...page, blocks };
}
