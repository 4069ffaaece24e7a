import type { Box } from './boxes.ts';

/** The way a line of text runs on the page as it is shown, in degrees clockwise. */
export type Angle = 0 | 90 | 180 | 270;

/** The look that a stretch of characters shares. */
export interface Style {
  font: string;
  size: number;
  bold: boolean;
  italic: boolean;
  mono: boolean;
  /** Red, green, blue, each 0 to 255. */
  colour: number;
  /** Painted neither by filling nor by stroking, or fully transparent. */
  invisible: boolean;
  /** The way its line runs, or nearly runs if it is slanted. */
  angle: Angle;
  /** Its line runs neither across nor down the page. */
  slanted?: true;
  /** The marked-content id that ties the characters to the structure tree. */
  mark?: number;
}

/** Makes the style of words whose own is not known. */
export const makePlainStyle = (size: number): Style => ({
  font: '',
  size,
  bold: false,
  italic: false,
  mono: false,
  colour: 0,
  invisible: false,
  angle: 0,
});

/** One character with its place. */
export interface Glyph extends Box {
  text: string;
  baseline: number;
  style: Style;
  /** The reader that found the character saw a word end before it. */
  spaceBefore: boolean;
  /** Dots that lead to it were dropped. */
  led?: true;
}

export interface Fill extends Box {
  colour: number;
}

export interface Link extends Box {
  address: string;
}

/** A field of a form that has something in it, or a box that is ticked or not. */
export interface Field extends Box {
  kind: 'text' | 'check';
  text: string;
  checked: boolean;
}

/** A node of the structure tree, as far as one page has a part in it. */
export interface Tag {
  type: string;
  /** Marked-content ids of its own, without those of its children. */
  marks: number[];
  children: Tag[];
  alt?: string;
  actualText?: string;
  colSpan?: number;
  rowSpan?: number;
}

/** The kinds of regions that a layout model's boxes are used for. */
export const regionLabels = ['heading', 'table', 'formula', 'running-head', 'page-number'] as const;

/** A part of a page that a layout model named. */
export interface Region extends Box {
  label: (typeof regionLabels)[number];
}

/** Everything that a reader takes from one page. */
export interface SourcePage {
  /** From 1. */
  number: number;
  width: number;
  height: number;
  glyphs: Glyph[];
  /** Characters that are not among them, since their font does not say which ones they are. */
  unknownGlyphs?: number;
  /** Thin lines, across or down. */
  rules: Box[];
  fills: Fill[];
  images: Box[];
  /** Small round or square shapes, as bullets are drawn. */
  dots: Box[];
  links: Link[];
  fields: Field[];
  tags: Tag[];
  /** Left out without a layout model. */
  regions?: Region[];
}

/** An entry of the document's outline. */
export interface Bookmark {
  title: string;
  /** From 1 for the outermost. */
  level: number;
  /** From 1; undefined where it points elsewhere. */
  page: number | undefined;
}
