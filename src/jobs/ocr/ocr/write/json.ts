import { listLines, type ReadPage, transformToPage } from '../page.ts';
import { formatLine, formatText } from './text.ts';

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** Writes every word with its box, in pixels of the page as shown, from the top left. */
export const formatJson = (pages: readonly ReadPage[], languages: readonly string[]): string =>
  `${JSON.stringify({ languages, pages: pages.map(presentPage) }, null, 1)}\n`;

function presentPage(page: ReadPage): object {
  return {
    page: page.number,
    width: page.width,
    height: page.height,
    dpi: Math.round(page.dpi),
    rotate: page.turn,
    source: page.own ? 'document' : 'recognised',
    ...(!page.own && { confidence: roundToTenth(page.confidence) }),
    text: formatText([page]),
    lines: listLines(page.blocks).map(line => ({
      text: formatLine(line),
      words: line.words.map(word => {
        const { left, top, right, bottom } = transformToPage(page, word);
        const box = [left, top, right - left, bottom - top].map(Math.round);
        return { text: word.text, confidence: roundToTenth(word.confidence), box };
      }),
    })),
  };
}
