import { around, type Box } from '../../../../documents/boxes.ts';
import { invertMatrix, moveBox } from '../matrix.ts';
import { type Block, keepWords, listWords, type ReadPage } from '../page.ts';

/** The share of a word that may lie under the document's own text before it counts as the same word. */
const maxCovered = 0.4;

/** Adds the document's own text to the recognised words of a page, without duplicates. */
export function addOwnText(page: ReadPage, own: readonly Block[]): ReadPage {
  if (own.length === 0) return page;
  const toImage = invertMatrix(page.toPage);
  const placed: Block[] = own.map(({ paragraphs }) => ({
    paragraphs: paragraphs.map(({ lines }) => ({
      lines: lines.map(({ words }) => ({
        words: words.map(word => ({ ...word, ...moveBox(toImage, word), own: true })),
      })),
    })),
  }));
  const known = listWords(placed);
  const fresh = keepWords(page.blocks, word => measureCoveredShare(word, known) <= maxCovered);
  const middle = around([...known, ...listWords(page.blocks)]);
  const height = (middle.top + middle.bottom) / 2;
  const isAbove = (block: Block) => around(listWords([block])).top < height;
  return {
    ...page,
    blocks: [...placed.filter(isAbove), ...fresh, ...placed.filter(block => !isAbove(block))],
  };
}

function measureCoveredShare(word: Box, others: readonly Box[]): number {
  const area = Math.max(1, (word.right - word.left) * (word.bottom - word.top));
  let shared = 0;
  for (const other of others) {
    const across = Math.min(word.right, other.right) - Math.max(word.left, other.left);
    const down = Math.min(word.bottom, other.bottom) - Math.max(word.top, other.top);
    if (across > 0 && down > 0) shared += across * down;
  }
  return shared / area;
}
