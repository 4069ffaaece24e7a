import { splitBefore } from '../../../lists.ts';
import type { Glyph, Style } from '../../source.ts';

/** Fewer characters one under the other are a word or the cells of a table. */
const fewest = 4;
/** The distance from one character to the next, in type sizes. */
const [closest, furthest] = [0.8, 1.6];
const cjk = /[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/;
/** The share of a character's size between its left edge and the line that takes the place of a baseline. */
const baseline = 0.22;

const follows = (glyph: Glyph, above: Glyph): boolean => {
  const { size } = glyph.style;
  const step = glyph.baseline - above.baseline;
  return (
    cjk.test(glyph.text) &&
    cjk.test(above.text) &&
    Math.abs(glyph.left + glyph.right - above.left - above.right) < 0.5 * size &&
    step >= closest * size &&
    step <= furthest * size
  );
};

/** Marks Chinese and Japanese characters that stand upright one under the other as text that runs down the page. */
export function markVertical(glyphs: readonly Glyph[]): Glyph[] {
  const styles = new Map<Style, Style>();
  const turn = (glyph: Glyph): Glyph => {
    const { style } = glyph;
    if (!styles.has(style)) styles.set(style, { ...style, angle: 90 });
    const left = (glyph.left + glyph.right - style.size) / 2;
    return {
      ...glyph,
      style: styles.get(style)!,
      left,
      right: left + style.size,
      top: glyph.baseline - 0.88 * style.size,
      bottom: glyph.baseline + 0.12 * style.size,
      baseline: left + baseline * style.size,
    };
  };
  return splitBefore(glyphs, (glyph, above) => !follows(glyph, above)).flatMap(run =>
    run.length >= fewest && run[0].style.angle === 0 ? run.map(turn) : run,
  );
}
