import { expect, test } from 'vitest';
import { type Glyph, makePlainStyle } from '../../../documents/source.ts';
import { Spaces } from './spaces.ts';

const style = makePlainStyle(10);
const makeGlyph = (left: number): Glyph => ({
  text: 'a',
  left,
  right: left + 5,
  top: 0,
  bottom: 10,
  baseline: 8,
  style,
  spaceBefore: true,
});

/** Returns whether a space that PDFium adds is kept, after `written` spaces of the file in the same font. */
function keepsAdded(written: number, gap: number): boolean {
  const spaces = new Spaces();
  for (let count = 0; count < written; count++) {
    spaces.add(style, false);
    spaces.follow(makeGlyph(0), makeGlyph(-20));
  }
  const [before, after] = [makeGlyph(0), makeGlyph(5 + gap)];
  spaces.add(style, true);
  spaces.follow(after, before);
  spaces.dropNarrow();
  return after.spaceBefore;
}

test('drops an added space only if it is narrow and the font writes its own spaces', () => {
  expect(keepsAdded(8, 1.2)).toBe(false);
  expect(keepsAdded(8, 2.5)).toBe(true);
  expect(keepsAdded(3, 1.2)).toBe(true);
});
