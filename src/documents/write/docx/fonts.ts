/** Families whose names in PDFs are not those that programs list, by the beginning of the name without spaces. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(?:helvetica|arial|nimbussan|cmss|lmsans|texgyreheros)/i, 'Arial'],
  [/^(?:times|nimbusrom|cmr\d|cmbx|cmti|sfrm|lmroman|texgyretermes|computermodern)/i, 'Times New Roman'],
  [/^(?:courier|nimbusmon|cmtt|lmmono)/i, 'Courier New'],
  [/^dejavu/i, 'DejaVu '],
  [/^notosanscjk/i, 'Noto Sans CJK'],
  [/^notoserifcjk/i, 'Noto Serif CJK'],
];

/** Parts at the end of a name that tell about the format or the version of the font. */
const technical = /(?:PSMT|PS|MT|MS|Std|Pro|LT|BT|OT|TT|VF|Regular|Roman)+$/;

/** Returns the family of a font as programs list it, from its name in a PDF; undefined if that is no name of a font. */
export function nameFont(name: string): string | undefined {
  const plain = name.replace(/^[A-Z]{6}\+/, '').replace(/[-,].*$/, '');
  const known = families.find(([pattern]) => pattern.test(plain));
  if (known && !known[1].endsWith(' ')) return known[1];
  const rest = known ? plain.slice(known[1].length - 1) : plain;
  const spaced = rest
    .replace(technical, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_\s]+/g, ' ')
    .trim();
  const family = known ? `${known[1]}${spaced}`.trim() : spaced;
  return /^\p{L}[\p{L}\d ]{3,40}$/u.test(family) && !/\d{2}/.test(family) ? family : undefined;
}
