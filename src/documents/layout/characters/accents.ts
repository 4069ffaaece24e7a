import type { Glyph } from '../../source.ts';

const combining = '\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328\u20d7';
/** Accents by the signs that draw them alone, or that stand for them. */
const accents: Record<string, string> = {
  ...Object.fromEntries([...combining].map(mark => [mark, mark])),
  '´': '\u0301',
  '`': '\u0300',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¨': '\u0308',
  '¸': '\u0327',
  ˇ: '\u030c',
  '˘': '\u0306',
  '¯': '\u0304',
  '˚': '\u030a',
  '˝': '\u030b',
  '˙': '\u0307',
  '˛': '\u0328',
};

/**
 * Joins an accent that is drawn over a letter, before or after it, with that letter. `made` receives the characters that each joined
 * one consists of.
 */
export function joinAccents(glyphs: readonly Glyph[], made?: Map<Glyph, readonly Glyph[]>): Glyph[] {
  const joined: Glyph[] = [];
  let accent: Glyph | undefined;
  const stands = (over: Glyph, letter: Glyph): boolean => {
    const middle = (over.left + over.right) / 2;
    return (
      /\p{L}$/u.test(letter.text) &&
      middle > letter.left - 0.05 * letter.style.size &&
      middle < letter.right + 0.05 * letter.style.size &&
      Math.abs(over.baseline - letter.baseline) < 0.5 * letter.style.size
    );
  };
  const combine = (letter: Glyph, over: Glyph, { spaceBefore }: Glyph): Glyph => {
    const base = letter.text === 'ı' ? 'i' : letter.text === 'ȷ' ? 'j' : letter.text;
    const combined = { ...letter, text: (base + accents[over.text]!).normalize('NFC'), spaceBefore };
    made?.set(combined, [...(made.get(letter) ?? [letter]), over]);
    return combined;
  };
  for (const glyph of glyphs) {
    const before = joined.at(-1);
    if (accent && stands(accent, glyph)) {
      joined[joined.length - 1] = combine(glyph, accent, accent);
      accent = undefined;
    } else if (glyph.text in accents && before && stands(glyph, before) && !accent) {
      joined[joined.length - 1] = combine(before, glyph, before);
    } else {
      accent = glyph.text in accents ? glyph : undefined;
      joined.push(glyph);
    }
  }
  return joined;
}
