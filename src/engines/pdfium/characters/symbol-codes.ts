/** The signs of Wingdings that documents use, by their codes in files that do not say which characters they are. */
const wingdings: Record<number, string> = {
  61514: '☺',
  61548: '●',
  61550: '■',
  61551: '☐',
  61553: '☐',
  61554: '☐',
  61557: '◆',
  61558: '❖',
  61560: '☒',
  61599: '•',
  61601: '○',
  61607: '▪',
  61608: '☐',
  61623: '•',
  61656: '➢',
  61663: '←',
  61664: '→',
  61672: '➔',
  61691: '✗',
  61692: '✓',
  61693: '☒',
  61694: '☑',
};

/** The letters and signs of the font Symbol from 0x41 on, in the order of their codes. */
const greek = 'ΑΒΧ∆ΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_\u203eαβχδεφγηιϕκλµνοπθρστυϖωξψζ{|}∼';
const symbols: Record<number, string> = {
  61602: '′',
  61603: '≤',
  61605: '∞',
  61612: '←',
  61614: '→',
  61616: '°',
  61617: '±',
  61619: '≥',
  61620: '×',
  61621: '∝',
  61622: '∂',
  61623: '•',
  61624: '÷',
  61625: '≠',
  61627: '≈',
  61637: '⊕',
  61646: '∈',
  61649: '∇',
  61651: '©',
  61653: '∏',
  61654: '√',
  61655: '⋅',
  61669: '∑',
  61682: '∫',
};

/** The bullet of LibreOffice's own font. */
const openBullet = 0xf095;

/** Returns the character that a code of the private area draws in one of the fonts of signs that everyone has. */
export function readSymbol(code: number, font: string): string | undefined {
  if (code < 0xf020 || code > 0xf0ff) return undefined;
  if (/wingdings/i.test(font)) return wingdings[code];
  if (/opensymbol/i.test(font)) return code === openBullet ? '•' : undefined;
  if (!/symbol/i.test(font)) return undefined;
  if (code < 0xf041) return String.fromCharCode(code - 0xf000);
  return symbols[code] ?? [...greek][code - 0xf041];
}
