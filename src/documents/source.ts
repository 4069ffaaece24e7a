import type { Box } from './boxes.ts';

/** The direction of a line of text on the page as it is shown, in degrees clockwise. */
export type Angle = 0 | 90 | 180 | 270;

/** The style that adjacent characters share. */
export interface Style {
  font: string;
  size: number;
  bold: boolean;
  italic: boolean;
  mono: boolean;
  /** Whether it belongs to a page that is typed in one fixed width, whose spaces are as wide as letters. */
  typed?: true;
  /** Whether its font has the large operators and brackets of formulas, which stand at their own heights. */
  extension?: true;
  /** Red, green, blue, each 0 to 255. */
  colour: number;
  /** Whether it is painted neither by filling nor by stroking, or is fully transparent. */
  invisible: boolean;
  /** The direction of its line, rounded if the line is slanted. */
  angle: Angle;
  /** Whether its line runs neither across nor down the page. */
  slanted?: true;
  /** The marked-content id that ties the characters to the structure tree. */
  mark?: number;
}

/** Makes a style for words whose own is unknown. */
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

/** One character with its position. */
export interface Glyph extends Box {
  text: string;
  baseline: number;
  style: Style;
  /** Whether the reader found the end of a word before it. */
  spaceBefore: boolean;
  /** Whether dots that lead to it were dropped. */
  led?: true;
  /** The point on its line at which a slanted character begins; boxes of such characters overlap. */
  origin?: readonly [x: number, y: number];
}

export interface Fill extends Box {
  colour: number;
}

export interface Link extends Box {
  address: string;
}

/** A form field with a value, or a check box. */
export interface Field extends Box {
  kind: 'text' | 'check';
  text: string;
  checked: boolean;
}

/** A node of the structure tree, reduced to the parts on one page. */
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

/** A part of a page that a layout model classified. */
export interface Region extends Box {
  label: (typeof regionLabels)[number];
}

/** Everything that a reader takes from one page. */
export interface SourcePage {
  /** The page number, counted from 1. */
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
  /** Shapes with curved or slanted lines, as drawings have. */
  shapes: Box[];
  /** Small shapes with slanted lines, as ticks and crosses are drawn. */
  ticks: Box[];
  links: Link[];
  fields: Field[];
  tags: Tag[];
  /** The regions that a layout model found, if there is a model. */
  regions?: Region[];
}

/** An entry of the document's outline. */
export interface Bookmark {
  title: string;
  /** The level of the entry: 1 for the outermost. */
  level: number;
  /** The page number, counted from 1; undefined if it points elsewhere. */
  page: number | undefined;
}
