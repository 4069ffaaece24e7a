import { type Box, holdsMiddle } from '../boxes.ts';
import type { Angle, Field, SourcePage, Tag } from '../source.ts';
import { keepVisible } from './hidden.ts';
import { makeLines } from './lines.ts';
import { type Line, shareOf, type Word } from './page.ts';
import { findAngle, turnPage } from './turn.ts';
import { makeWords } from './words.ts';

/** A page's lines with what is drawn around them, before they are put in order. */
export interface PreparedPage {
  number: number;
  width: number;
  height: number;
  /** The angle by which it was turned to be read. */
  angle: Angle;
  words: Word[];
  lines: Line[];
  /** Text that runs another way than the page's, as on an axis or in a margin. */
  sideways: Word[];
  rules: Box[];
  images: Box[];
  fields: Field[];
  tags: Tag[];
  /** Letters that nobody can see. */
  hidden: number;
  recognised: boolean;
}

export const isPost = (rule: Box): boolean => rule.bottom - rule.top > rule.right - rule.left;

/** Turns a page upright, drops what nobody sees, and makes words and lines of its characters. */
export function preparePage(source: SourcePage): PreparedPage {
  const { glyphs, hidden } = keepVisible(source);
  const angle = findAngle(glyphs);
  const page = turnPage({ ...source, glyphs }, angle);
  const upright = page.glyphs.filter(glyph => glyph.style.angle === 0);
  const words = makeWords(upright).filter(word => !isBlank(word.text));
  if (isTypewritten(words)) for (const word of words) word.style = { ...word.style, mono: false };
  for (const word of words) {
    const link = page.links.find(each => holdsMiddle(each, word));
    if (link) word.link = link.address;
  }
  return {
    number: page.number,
    width: page.width,
    height: page.height,
    angle,
    words,
    lines: makeLines(words, page.rules.filter(isPost)),
    sideways: makeSideways(page),
    rules: page.rules,
    images: page.images,
    fields: page.fields,
    tags: page.tags,
    hidden,
    recognised: false,
  };
}

/** A page that is set in one width throughout was typed; one with other type beside it has code. */
const isTypewritten = (words: readonly Word[]): boolean => shareOf(words, word => word.style.mono) > 0.85;

const isBlank = (text: string): boolean => /^[\s\u200b\ufeff\u00ad]*$/.test(text);

function makeSideways(page: SourcePage): Word[] {
  const angles: Angle[] = [90, 180, 270];
  return angles.flatMap(angle => {
    const glyphs = page.glyphs.filter(glyph => glyph.style.angle === angle);
    if (glyphs.length === 0) return [];
    const turned = turnPage({ ...page, glyphs }, angle);
    return makeLines(makeWords(turned.glyphs), []).map(line => {
      const text = line.words.map(word => word.text).join(' ');
      return { ...line.words[0]!, ...line, text, glued: false };
    });
  });
}
