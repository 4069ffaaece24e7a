import { around, type Line, type Page } from './page.ts';

/** As many dots by themselves lead the eye across, as from a heading to its page, and say nothing. */
const fewest = 3;

function bare(line: Line): Line[] {
  const dots = line.words.filter(word => /^[.·…]+$/.test(word.text));
  if (dots.length < fewest) return [line];
  const words = line.words.filter(word => !dots.includes(word));
  return words.length ? [{ ...around(words), words, text: words.map(word => word.text).join(' ') }] : [];
}

/** The page without its dotted lines, which would fill the cells of tables that are none. */
export function withoutLeaders(page: Page): Page {
  const blocks = page.blocks
    .map(block => ({ ...block, lines: block.lines.flatMap(bare) }))
    .filter(block => block.lines.length > 0);
  return { ...page, blocks };
}
