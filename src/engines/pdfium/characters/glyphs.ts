import type { Glyph, Style } from '../../../documents/source.ts';
import type { Pdfium } from '../module.ts';
import type { Scratch } from '../scratch.ts';
import { type Matrix, movePoint, readMatrix } from '../transform.ts';
import { isExtensionFont, readExtension } from './extension-codes.ts';
import { findJoinedRight, joinedScript, mayBeTall, setUpright } from './ink.ts';
import { Spaces } from './spaces.ts';
import { readSymbol } from './symbol-codes.ts';
import { combiningArrow, formulaLetters, texCodes, texFont, texVector } from './tex-codes.ts';
import { isBold, italicName } from './weights.ts';

interface Font {
  name: string;
  bold: boolean;
  italic: boolean;
  mono: boolean;
  /** Whether it has the large operators and brackets of formulas. */
  extension: boolean;
}

/** The fonts that all pages of a document share. */
export type FontCache = Map<number, Font>;

const flags = { mono: 1 << 0, italic: 1 << 6, forceBold: 1 << 18 };
const monoName = /mono|courier|consol|typewriter|menlo|\bcmtt|sftt|fixed|inconsolata|nimbusmon/i;
/** Modes in which text is neither filled nor stroked: 3, and 7, which only clips. */
const unpaintedModes = new Set([3, 7]);
const strokedFill = 2;

function readFont(lib: Pdfium, font: number, scratch: Scratch): Font {
  const name = scratch.utf8((buffer, bytes) => lib._FPDFFont_GetBaseFontName(font, buffer, bytes));
  const set = lib._FPDFFont_GetFlags(font);
  lib._FPDFFont_GetItalicAngle(font, scratch.pointer);
  const angle = scratch.int(0);
  return {
    name,
    bold: (set & flags.forceBold) !== 0 || isBold(name, lib._FPDFFont_GetWeight(font)),
    italic: italicName.test(name) || (set & flags.italic) !== 0 || (angle !== 0 && Math.abs(angle) < 45),
    extension: isExtensionFont(name),
    mono: monoName.test(name) || ((set & flags.mono) !== 0 && !/symbol|dingbat/i.test(name)),
  };
}

/** A line this steep against the nearest side of the page is slanted; scanned text is often turned by a little. */
const slope = 0.14;

/** Returns the direction of a text's baseline on the page as it is shown. */
function readAngle(text: Matrix, page: Matrix): Pick<Style, 'angle' | 'slanted'> {
  const dx = page.a * text.a + page.c * text.b;
  const dy = page.b * text.a + page.d * text.b;
  const [long, short] = [Math.max(Math.abs(dx), Math.abs(dy)), Math.min(Math.abs(dx), Math.abs(dy))];
  const isAcross = Math.abs(dx) >= Math.abs(dy);
  return {
    angle: isAcross ? (dx >= 0 ? 0 : 180) : dy > 0 ? 90 : 270,
    ...(short > slope * long && { slanted: true }),
  };
}

/** Returns a colour as it looks on white paper, as one number: 0xrrggbb. */
const mixColour = (parts: readonly number[], alpha: number): number =>
  parts.reduce((mixed, part) => mixed * 256 + Math.round(255 - ((255 - part) * alpha) / 255), 0);

/** Reads the font, size and colour of a text object. */
function readStyle(
  lib: Pdfium,
  textPage: number,
  index: number,
  object: number,
  page: Matrix,
  fonts: FontCache,
  scratch: Scratch,
): Style {
  const handle = lib._FPDFTextObj_GetFont(object);
  let font = fonts.get(handle);
  if (!font) {
    font = readFont(lib, handle, scratch);
    fonts.set(handle, font);
  }
  const hasMatrix = lib._FPDFText_GetMatrix(textPage, index, scratch.pointer);
  const matrix = hasMatrix ? readMatrix(scratch) : { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
  const size = lib._FPDFText_GetFontSize(textPage, index) * Math.hypot(matrix.c, matrix.d);
  const { pointer } = scratch;
  const hasColour = lib._FPDFPageObj_GetFillColor(object, pointer, pointer + 4, pointer + 8, pointer + 12);
  const [red, green, blue, alpha] = hasColour ? [0, 1, 2, 3].map(at => scratch.int(at)) : [0, 0, 0, 255];
  const mode = lib._FPDFTextObj_GetTextRenderMode(object);
  const mark = lib._FPDFPageObj_GetMarkedContentID(object);
  return {
    font: font.name,
    size: Math.abs(size),
    bold: font.bold || mode === strokedFill,
    italic: font.italic || Math.abs(matrix.c) > 0.15 * Math.abs(matrix.d) * (matrix.b === 0 ? 1 : Infinity),
    mono: font.mono,
    ...(font.extension && { extension: true }),
    colour: mixColour([red!, green!, blue!], alpha!),
    invisible: unpaintedModes.has(mode) || alpha === 0,
    ...readAngle(matrix, page),
    ...(mark >= 0 && { mark }),
  };
}

/** Returns true if a code chooses among the shapes of the character before it. */
const isVariation = (code: number): boolean => code >= 0xfe00 && code <= 0xfe0f;

const isSpace = (code: number): boolean => code === 0x20 || code === 0xa0 || code === 0x09 || code === 0x3000;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** PDFium's own sign for a hyphen at the end of a line. */
const lineHyphen = 0x02;

interface PageGlyphs {
  glyphs: Glyph[];
  /** Characters left out, since their font does not say which ones they are. */
  unknownGlyphs: number;
}

/** Reads the characters of a page in PDFium's order. Spaces only mark the character after them. */
export function readGlyphs(
  lib: Pdfium,
  textPage: number,
  page: Matrix,
  fonts: FontCache,
  most: number,
  scratch: Scratch,
): PageGlyphs {
  const glyphs: Glyph[] = [];
  let unknownGlyphs = 0;
  const count = Math.min(lib._FPDFText_CountChars(textPage), most);
  const { pointer } = scratch;
  let object = -1;
  let style: Style | undefined;
  let spaceBefore = true;
  const spaces = new Spaces();
  let hasExtension = [...fonts.values()].some(font => font.extension);
  /** Returns true if the code of a space draws a bracket. */
  const isBracket = (index: number): boolean => {
    if (!hasExtension) return false;
    const own = lib._FPDFText_GetTextObject(textPage, index);
    return own !== 0 && fonts.get(lib._FPDFTextObj_GetFont(own))?.extension === true;
  };
  for (let index = 0; index < count; index++) {
    let code = lib._FPDFText_GetUnicode(textPage, index) >>> 0;
    const isGenerated = code === carriageReturn && lib._FPDFText_IsGenerated(textPage, index) === 1;
    if ((isSpace(code) || code === lineFeed || isGenerated) && !isBracket(index)) {
      spaceBefore = true;
      if (isSpace(code)) spaces.add(style, lib._FPDFText_IsGenerated(textPage, index) === 1);
      continue;
    }
    // A character outside the first plane comes as two.
    const low = code >= 0xd800 && code < 0xdc00 ? lib._FPDFText_GetUnicode(textPage, index + 1) >>> 0 : 0;
    if (low >= 0xdc00 && low < 0xe000) code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    if (isVariation(code)) continue;
    if (code === lineHyphen && lib._FPDFText_IsHyphen(textPage, index) === 1) code = 0x2d;
    const own = lib._FPDFText_GetTextObject(textPage, index);
    if (own === 0) {
      if (code === 0) unknownGlyphs++;
      spaceBefore ||= code === 0;
      continue;
    }
    if (own !== object || !style) {
      object = own;
      style = readStyle(lib, textPage, index, own, page, fonts, scratch);
      hasExtension ||= style.extension === true;
    }
    const text =
      (style.extension
        ? readExtension(code, lib._FPDFText_HasUnicodeMapError(textPage, index) === 1)
        : undefined) ??
      (code in texCodes && texFont.test(style.font) ? texCodes[code] : undefined) ??
      readSymbol(code, style.font) ??
      (code === texVector && formulaLetters.test(style.font) ? combiningArrow : undefined) ??
      (code >= 0x20 ? toText(code) : undefined);
    // The font does not say which character it draws; those around it are still two words.
    if (text === undefined) {
      unknownGlyphs++;
      spaceBefore = true;
      continue;
    }
    if (!lib._FPDFText_GetLooseCharBox(textPage, index, pointer)) {
      unknownGlyphs++;
      continue;
    }
    const [left, top, loose, bottom] = [
      scratch.float(0),
      scratch.float(1),
      scratch.float(2),
      scratch.float(3),
    ];
    const isJoined = joinedScript.test(text) && style.angle === 0;
    const right = isJoined ? findJoinedRight(lib, textPage, index, loose, style.size, scratch) : loose;
    lib._FPDFText_GetCharOrigin(textPage, index, pointer, pointer + 8);
    const [x, y] = [scratch.double(0), scratch.double(1)];
    const made = makeGlyph(text, style, page, [left, top, right, bottom], [x, y], spaceBefore);
    const glyph =
      (style.extension || text === '√' || mayBeTall(text, style)) && style.angle === 0
        ? setUpright(made, lib, textPage, index, page, scratch)
        : made;
    spaces.follow(glyph, glyphs.at(-1));
    glyphs.push(glyph);
    spaceBefore = false;
    if (code > 0xffff) index++;
  }
  spaces.dropNarrow();
  return { glyphs, unknownGlyphs };
}

/** Letters of formulas in Unicode's own slanted, bold or other alphabets are read as the letters that people search for. */
const isFormulaLetter = (code: number): boolean => code >= 0x1d400 && code < 0x1d800;

function toText(code: number): string {
  if (code >= 0x110000) return '\ufffd';
  const text = String.fromCodePoint(code);
  return isFormulaLetter(code) ? text.normalize('NFKC') : text;
}

/** The share of a font's size that stands above the baseline, whatever the font says: ascents are often wrong. */
const above = 0.78;
const below = 0.22;

/** Along its line a character is as wide as it moves on; across it, as high as its size. */
function makeGlyph(
  text: string,
  style: Style,
  page: Matrix,
  [left, top, right, bottom]: [number, number, number, number],
  origin: [number, number],
  spaceBefore: boolean,
): Glyph {
  const [x0, y0] = movePoint(page, left, bottom);
  const [x1, y1] = movePoint(page, right, top);
  const [x, y] = movePoint(page, origin[0], origin[1]);
  const [minX, maxX] = [Math.min(x0, x1), Math.max(x0, x1)];
  const [minY, maxY] = [Math.min(y0, y1), Math.max(y0, y1)];
  const { size, angle } = style;
  const shared = { text, style, spaceBefore, ...(style.slanted && { origin: [x, y] as const }) };
  switch (angle) {
    case 0:
      return {
        ...shared,
        left: minX,
        right: maxX,
        top: y - above * size,
        bottom: y + below * size,
        baseline: y,
      };
    case 180:
      return {
        ...shared,
        left: minX,
        right: maxX,
        top: y - below * size,
        bottom: y + above * size,
        baseline: y,
      };
    case 90:
      return {
        ...shared,
        left: x - below * size,
        right: x + above * size,
        top: minY,
        bottom: maxY,
        baseline: x,
      };
    default:
      return {
        ...shared,
        left: x - above * size,
        right: x + below * size,
        top: minY,
        bottom: maxY,
        baseline: x,
      };
  }
}
