import { type Box, boxIn, inverse } from '../matrix.ts';
import { around, type Block, keepWords, type ReadPage, wordsOf } from '../page.ts';

/** The share of a word that may lie under the document's own text before it is taken for the same word. */
const mostCovered = 0.4;

/** What was recognised of a page beside the text it has itself: the same word is never there twice. */
export function withOwnText(page: ReadPage, own: readonly Block[]): ReadPage {
  if (own.length === 0) return page;
  const toImage = inverse(page.toPage);
  const placed: Block[] = own.map(({ paragraphs }) => ({
    paragraphs: paragraphs.map(({ lines }) => ({
      lines: lines.map(({ words }) => ({
        words: words.map(word => ({ ...word, ...boxIn(toImage, word), own: true })),
      })),
    })),
  }));
  const known = wordsOf(placed);
  const fresh = keepWords(page.blocks, word => covered(word, known) <= mostCovered);
  const middle = around([...known, ...wordsOf(page.blocks)]);
  const height = (middle.top + middle.bottom) / 2;
  const isAbove = (block: Block) => around(wordsOf([block])).top < height;
  return {
    ...page,
    blocks: [...placed.filter(isAbove), ...fresh, ...placed.filter(block => !isAbove(block))],
  };
}

function covered(word: Box, others: readonly Box[]): number {
  const area = Math.max(1, (word.right - word.left) * (word.bottom - word.top));
  let shared = 0;
  for (const other of others) {
    const across = Math.min(word.right, other.right) - Math.max(word.left, other.left);
    const down = Math.min(word.bottom, other.bottom) - Math.max(word.top, other.top);
    if (across > 0 && down > 0) shared += across * down;
  }
  return shared / area;
}
