import type { Block, Line, ReadPage } from '../page.ts';

/** Scripts written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

export function formatLine({ words }: Line): string {
  let text = '';
  for (const word of words) {
    const together = text === '' || (unspaced.test(text.slice(-1)) && unspaced.test(word.text.slice(0, 1)));
    text += together ? word.text : ` ${word.text}`;
  }
  return text;
}

const formatBlock = (block: Block): string =>
  block.paragraphs.map(paragraph => paragraph.lines.map(line => `${formatLine(line)}\n`).join('')).join('\n');

/** Writes lines as on the pages, with an empty line between paragraphs and a form feed between pages. */
export const formatText = (pages: readonly ReadPage[]): string =>
  pages.map(page => page.blocks.map(formatBlock).join('\n')).join('\f');
