import { expect, it } from 'vitest';
import type { Block, Document } from '../../model.ts';
import { findPageStarts } from './page-starts.ts';

/** A block at these heights of pages of 1,000 points. */
const block = (text: string, kind: Block['kind'], ...places: [page: number, top: number, bottom: number][]) =>
  ({
    kind,
    level: 1,
    runs: [{ text }],
    direction: 'ltr',
    source: 'layout',
    places: places.map(([page, top, bottom]) => ({ page, box: { left: 0, right: 500, top, bottom } })),
  }) as unknown as Block;

function listStarts(blocks: Block[]): string[] {
  const pages = [1, 2, 3, 4, 5].map(number => ({ number, width: 700, height: 1000 }));
  const document: Document = { direction: 'ltr', pages, blocks, hiddenTextRemoved: false };
  return [...findPageStarts(document)].map(found => ('runs' in found ? found.runs[0]!.text : ''));
}

it('finds what begins a page after one that ends early', () => {
  expect(
    listStarts([
      block('Cover', 'heading', [1, 100, 200]),
      block('Preface', 'paragraph', [2, 100, 900]),
      block('3', 'page-number', [2, 960, 970]),
      // The page before is full, and the paragraph goes on from one page to the next.
      block('More', 'paragraph', [3, 100, 900], [4, 100, 300]),
      block('Chapter', 'heading', [5, 100, 150]),
    ]),
  ).toEqual(['Preface', 'Chapter']);
});

it('takes pages that a table or a list item begins for full ones', () => {
  expect(
    listStarts([
      block('Text', 'paragraph', [1, 100, 900]),
      block('Short', 'paragraph', [2, 100, 500]),
      block('Table', 'table', [3, 100, 900]),
      block('Item', 'list-item', [4, 100, 120]),
    ]),
  ).toEqual([]);
});

it('finds chapters after full pages too, if all chapters begin a page', () => {
  const chapters = [
    block('One', 'heading', [1, 100, 150]),
    block('Text', 'paragraph', [1, 200, 900]),
    block('Two', 'heading', [2, 100, 150]),
    block('Little text', 'paragraph', [2, 200, 300]),
    block('Three', 'heading', [3, 100, 150]),
  ];
  expect(listStarts(chapters)).toEqual(['Three', 'Two']);
  expect(listStarts([...chapters, block('Four', 'heading', [3, 400, 450])])).toEqual(['Three']);
});
