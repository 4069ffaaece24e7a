import { boxOf, linesOf, type ReadPage } from '../page.ts';
import { asText, lineText } from './text.ts';

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Every word with its box in pixels of the page as the input shows it, from the top left. */
export const asJson = (pages: readonly ReadPage[], languages: readonly string[]): string =>
  `${JSON.stringify({ languages, pages: pages.map(pageOf) }, null, 1)}\n`;

function pageOf(page: ReadPage): object {
  return {
    page: page.number,
    width: page.width,
    height: page.height,
    dpi: Math.round(page.dpi),
    rotate: page.turn,
    source: page.own ? 'document' : 'recognised',
    ...(!page.own && { confidence: rounded(page.confidence) }),
    text: asText([page]),
    lines: linesOf(page.blocks).map(line => ({
      text: lineText(line),
      words: line.words.map(word => {
        const { left, top, right, bottom } = boxOf(page, word);
        const box = [left, top, right - left, bottom - top].map(Math.round);
        return { text: word.text, confidence: rounded(word.confidence), box };
      }),
    })),
  };
}
