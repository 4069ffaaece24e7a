import { expect, test } from 'vitest';
import { type Glyph, makePlainStyle } from '../../source.ts';
import { preparePage } from './prepare.ts';

const style = makePlainStyle(14);

/** A character of a column of upright characters, the first of which has its baseline at 70 points. */
const place = (text: string, at: number, left: number): Glyph => ({
  text,
  style,
  left,
  right: left + 14,
  top: 59 + 14 * at,
  bottom: 73 + 14 * at,
  baseline: 70 + 14 * at,
  spaceBefore: at === 0,
});

test('reads columns of upright characters top to bottom, right to left', () => {
  const columns = [
    '吾輩は猫である。名前はまだ無い。どこで生れたか',
    'とんと見当がつかぬ。何でも薄暗いじめじめした所',
  ];
  const glyphs = columns.flatMap((column, at) =>
    [...column].map((text, down) => place(text, down, 500 - 24 * at)),
  );
  const page = preparePage({
    number: 1,
    width: 595,
    height: 842,
    glyphs,
    rules: [],
    fills: [],
    images: [],
    dots: [],
    ticks: [],
    shapes: [],
    links: [],
    fields: [],
    tags: [],
  });
  expect(page.angle).toBe(90);
  const lines = page.lines.toSorted((a, b) => a.baseline - b.baseline);
  expect(lines.map(line => line.words.map(word => word.text).join(''))).toEqual(columns);
});
