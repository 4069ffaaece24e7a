import { around, type Box } from '../../../../documents/boxes.ts';
import { zip } from '../../../../lists.ts';
import { type ReadPage, transformToPage, type Word } from '../page.ts';

const columns = [
  ...['level', 'page_num', 'block_num', 'par_num', 'line_num', 'word_num'],
  ...['left', 'top', 'width', 'height', 'conf', 'text'],
];

/** Writes the same table as Tesseract: a row for each page, block, paragraph, line and word. */
export const formatTsv = (pages: readonly ReadPage[]): string =>
  [columns.join('\t'), ...pages.flatMap(formatRows), ''].join('\n');

function formatRows(page: ReadPage): string[] {
  const rows: string[] = [];
  const add = (numbers: number[], box: Box, confidence: string, text = '') => {
    const places = [1, 2, 3, 4].map(at => numbers[at - 1] ?? 0);
    const { left, top, right, bottom } = box;
    const size = [left, top, right - left, bottom - top].map(Math.round);
    rows.push([numbers.length + 1, page.number, ...places, ...size, confidence, text].join('\t'));
  };
  const findPageBox = (words: readonly Word[]) => around(words.map(word => transformToPage(page, word)));
  add([], { left: 0, top: 0, right: page.width, bottom: page.height }, '-1');
  page.blocks.forEach((block, b) => {
    const paragraphs = block.paragraphs.map(({ lines }) => lines.flatMap(line => line.words));
    add([b + 1], findPageBox(paragraphs.flat()), '-1');
    zip(block.paragraphs, paragraphs).forEach(([paragraph, words], p) => {
      add([b + 1, p + 1], findPageBox(words), '-1');
      paragraph.lines.forEach((line, l) => {
        add([b + 1, p + 1, l + 1], findPageBox(line.words), '-1');
        line.words.forEach((word, w) => {
          const text = word.text.replace(/\s/g, ' ');
          add([b + 1, p + 1, l + 1, w + 1], transformToPage(page, word), word.confidence.toFixed(2), text);
        });
      });
    });
  });
  return rows;
}
