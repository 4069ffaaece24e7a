/** How a word is set, as far as a page that flows can say it. */
export interface Style {
  bold: boolean;
  italic: boolean;
  link?: string;
  /** In letters that are all equally wide, as code is. */
  even?: boolean;
}

/** Sizes are in points from the top left of the page. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Word extends Box {
  text: string;
  style?: Style;
}
export interface Line extends Box {
  text: string;
  words: Word[];
}
export type Direction = 'rtl' | 'ltr';
export interface Block extends Box {
  lines: Line[];
  direction?: Direction;
}
export interface Page {
  width: number;
  height: number;
  blocks: Block[];
  direction?: Direction;
}

export interface Figure extends Box {
  /** As a data address. */
  source: string;
}

/** The smallest box around all of them. */
export const around = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map(box => box.left)),
  top: Math.min(...boxes.map(box => box.top)),
  right: Math.max(...boxes.map(box => box.right)),
  bottom: Math.max(...boxes.map(box => box.bottom)),
});
