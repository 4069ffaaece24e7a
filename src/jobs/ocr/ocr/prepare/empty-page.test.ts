import { expect, it } from 'vitest';
import { sharp } from '../../../../engines/sharp/engine.ts';
import type { Grey } from '../../../image/scans/grey.ts';
import { renderGrey } from '../pixels.ts';
import { findPrint } from './empty-page.ts';

/** Paper darker to one side, with the grain of a scanner. */
const paper = (print: string): Promise<Grey> => {
  const data = Buffer.alloc(1200 * 1700);
  for (let at = 0, state = 1; at < data.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    data[at] = 215 - (at % 1200) / 30 + (state >>> 16) / 3300;
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1700" font-family="DejaVu Serif" font-size="24" fill="#000">${print}</svg>`;
  return renderGrey(
    sharp(data, { raw: { width: 1200, height: 1700, channels: 1 } })
      .composite([{ input: Buffer.from(svg) }])
      .greyscale(),
  );
};

it('distinguishes an empty page from one with only a number or faint print', async () => {
  expect(findPrint(await paper(''))).toBe('none');
  expect(findPrint(await paper('<text x="600" y="1600">7</text>'))).not.toBe('none');
  expect(findPrint(await paper('<text x="100" y="500" fill="#888">Left blank on purpose</text>'))).not.toBe(
    'none',
  );
  const lines = Array.from(
    { length: 20 },
    (_, row) => `<text x="90" y="${100 + row * 60}">A line of text</text>`,
  );
  expect(findPrint(await paper(lines.join('')))).toBe('much');
});

it('removes the grain of bare paper and leaves print unchanged', async () => {
  const page = await paper('<text x="600" y="1600">7</text>');
  const print = findPrint(page);
  if (typeof print === 'string') throw new Error(print);
  const bare = print.onBarePaper(page);
  const row = (grey: Grey, y: number) => grey.data.subarray(y * 1200 + 590, y * 1200 + 630);
  expect(bare.data.subarray(0, 1200 * 1500).every(value => value === 255)).toBe(true);
  expect(row(bare, 1590)).toEqual(row(page, 1590));
});
