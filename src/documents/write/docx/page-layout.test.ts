import { expect, test } from 'vitest';
import type { Block, Document } from '../../model.ts';
import { layOutPage } from './page-layout.ts';

const paragraph = (left: number, top: number, right: number, bottom: number) =>
  ({ kind: 'paragraph', places: [{ page: 1, box: { left, top, right, bottom } }] }) as unknown as Block;
const layOut = (width: number, height: number, blocks: Block[]) =>
  layOutPage({
    ...{ direction: 'ltr', hiddenTextRemoved: false, blocks },
    pages: width > 0 ? [{ number: 1, width, height }] : [],
  } satisfies Document);

test('a page of a Word file is as large as that of the document, with its margins', () => {
  const book = [paragraph(40, 50, 350, 120), paragraph(40, 130, 348, 440)];
  expect(layOut(384, 471, book)).toEqual({
    width: 384,
    height: 471,
    left: 40,
    right: 34,
    top: 50,
    bottom: 31,
  });
  // Content up to the edge leaves what printers need, and wide margins are an inch.
  expect(layOut(595, 842, [paragraph(0, 5, 300, 840)])).toMatchObject({
    left: 28,
    right: 72,
    top: 28,
    bottom: 28,
  });
});

test('a document without pages is laid out on A4', () => {
  const plain = { width: 595, height: 842, left: 72, right: 72, top: 72, bottom: 72 };
  expect(layOut(0, 0, [])).toEqual(plain);
  expect(layOut(5000, 9000, [paragraph(10, 10, 4000, 8000)])).toEqual(plain);
});
