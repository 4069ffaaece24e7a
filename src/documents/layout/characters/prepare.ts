import { type Box, holdsMiddle, isPost } from '../../boxes.ts';
import type { Angle, Fill, Glyph, Region, SourcePage, Tag } from '../../source.ts';
import { type Direction, type Line, measureShare, type Word } from '../page.ts';
import { readDrawnBullets } from './drawn-bullets.ts';
import { readFields } from './fields.ts';
import { dropLeaders } from './leaders.ts';
import { makePageLines } from './line-numbers.ts';
import { makeLines } from './lines.ts';
import { dropOverprinted } from './overprinted.ts';
import { makeLetters, mirrorBox, readMirrored, runsMirrored } from './right-to-left.ts';
import { readTickBoxes } from './tick-boxes.ts';
import { findAngle, turnBack, turnPage } from './turn.ts';
import { markVertical } from './vertical.ts';
import { keepVisible } from './visibility/hidden.ts';
import { separateSlanted, separateUpright } from './watermarks.ts';
import { makeWords } from './words.ts';

/** A page's lines with the shapes around them, before they are put in order. */
export interface PreparedPage {
  number: number;
  width: number;
  height: number;
  /** The angle by which it was turned to be read. */
  angle: Angle;
  /** A page from right to left is mirrored, so that it reads from left to right. */
  direction: Direction;
  lines: Line[];
  /** Text that runs another way than the page's, as on an axis or in a margin. */
  sideways: Word[];
  /** Text printed across the page, over or under its content. */
  watermarks: Word[];
  rules: Box[];
  fills: Fill[];
  /** Shapes with curved or slanted lines. */
  shapes: Box[];
  images: Box[];
  tags: Tag[];
  regions: Region[];
  /** The number of invisible letters. */
  hidden: number;
  recognised: boolean;
}

/** Rotates a page upright, drops invisible text, and makes words and lines of its characters. */
export function preparePage(source: SourcePage): PreparedPage {
  const { glyphs: visible, hidden } = keepVisible(source);
  const glyphs = markVertical(visible);
  const angle = findAngle(glyphs);
  const page = turnPage({ ...source, glyphs }, angle);
  const { straight, watermarks, labels } = separateSlanted(page.glyphs);
  const upright = dropLeaders(dropOverprinted(straight.filter(glyph => glyph.style.angle === 0)));
  const { lines, direction, watermark, rules } = makeTextLines(upright, page);
  const mirror = <B extends Box>(boxes: readonly B[]): B[] =>
    direction === 'rtl' ? boxes.map(box => mirrorBox(box, { left: 0, right: page.width })) : [...boxes];
  const links = mirror(page.links);
  const words = lines.flatMap(line => line.words);
  if (links.length > 0)
    for (const word of words) {
      const link = links.find(each => holdsMiddle(each, word));
      if (link) word.link = link.address;
    }
  return {
    number: page.number,
    width: page.width,
    height: page.height,
    angle,
    direction,
    lines,
    sideways: [...makeSideways(page, straight), ...labels],
    watermarks: watermark ? [...watermarks, watermark] : watermarks,
    rules: mirror(rules),
    fills: mirror(page.fills),
    shapes: mirror(page.shapes),
    images: mirror(page.images),
    tags: page.tags,
    regions: mirror(page.regions ?? []),
    hidden,
    recognised: false,
  };
}

function makeTextLines(
  glyphs: readonly Glyph[],
  page: SourcePage,
): { lines: Line[]; direction: Direction; watermark?: Word | undefined; rules: Box[] } {
  if (runsMirrored(glyphs)) {
    const letters = makeLines(makeLetters(glyphs), page.rules.filter(isPost));
    return { ...readMirrored(letters, page.width, page.dots), rules: page.rules };
  }
  const { text: typed, watermark } = separateUpright(makeWords(glyphs).filter(word => !isBlank(word.text)));
  const boxes = readTickBoxes(page, typed);
  const words = [
    ...boxes.words,
    ...readDrawnBullets(boxes.dots, boxes.words),
    ...readFields(boxes.fields, boxes.words),
  ];
  if (isTypewritten(words))
    for (const word of words) word.style = { ...word.style, mono: false, typed: true };
  const typedRules = words.filter(isTypedRule);
  return {
    lines: makePageLines(
      typedRules.length > 0 ? words.filter(word => !isTypedRule(word)) : words,
      boxes.rules,
    ),
    direction: 'ltr',
    watermark,
    rules: [
      ...boxes.rules,
      ...typedRules.map(({ left, right, top, bottom }) => {
        const middle = (top + bottom) / 2;
        return { left, right, top: middle, bottom: middle };
      }),
    ],
  };
}

/**
 * Returns true if a page was typed on a typewriter: all of it has a fixed width. With other type beside it,
 * it is code.
 */
const isTypewritten = (words: readonly Word[]): boolean =>
  measureShare(words, word => word.style.mono) > 0.85;

/** Returns true if a word is a rule that was typed. In code it is part of the text. */
const isTypedRule = ({ text, style }: Word): boolean => !style.mono && /^[-=–—]{6,}$/.test(text);

const isBlank = (text: string): boolean => /^[\s\u200b\ufeff\u00ad]*$/.test(text);

function makeSideways(page: SourcePage, straight: readonly Glyph[]): Word[] {
  const angles: Angle[] = [90, 180, 270];
  return angles.flatMap(angle => {
    const glyphs = straight.filter(glyph => glyph.style.angle === angle);
    if (glyphs.length === 0) return [];
    const turned = turnPage({ ...page, glyphs }, angle);
    return makeLines(makeWords(turned.glyphs), []).map(line => {
      const text = line.words.map(word => word.text).join(' ');
      const box = turnBack(line, angle, page.width, page.height);
      const { style } = line.words[0]!;
      return { ...box, text, style, baseline: box.bottom, glued: false };
    });
  });
}
