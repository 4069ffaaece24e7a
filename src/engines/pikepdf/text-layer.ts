type Matrix = readonly [number, number, number, number, number, number];

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
/** The advance of every glyph of the glyphless font, relative to its size. */
const advance = 0.5;

/** Writes the operators that show a word, `width` wide in type of this size, where the matrix places it. */
export function writeWordOperators(
  word: string,
  width: number,
  [a, b, c, d, e, f]: Matrix,
  size: number,
): string {
  // PDF shows letters in visual order, whatever the reading direction.
  const text = rightToLeft.test(word) ? [...word].reverse().join('') : word;
  const stretch = (100 * width) / (text.length * advance * size);
  const scale = Math.hypot(a, b);
  const direction = [a, b, c, d].map(number => formatNumber(number / scale, 6));
  const place = [formatNumber(e, 3), formatNumber(f, 3)];
  return `/Text ${formatNumber(size * scale, 3)} Tf ${formatNumber(stretch, 3)} Tz ${[...direction, ...place].join(' ')} Tm <${encodeHex(`${text} `)}> Tj\n`;
}

/** Makes the content of a page's layer from the operators of its words. */
export const makeLayerContent = (operators: readonly string[]): string =>
  operators.length === 0 ? '' : `BT\n3 Tr\n${operators.join('')}ET\n`;

const formatNumber = (number: number, places: number): string => String(Number(number.toFixed(places)));

const encodeHex = (text: string): string => {
  let out = '';
  for (let at = 0; at < text.length; at++) out += text.charCodeAt(at).toString(16).padStart(4, '0');
  return out;
};
