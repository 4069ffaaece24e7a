/** Sizes are in points from the top left of the page. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Word extends Box {
  text: string;
}
export interface Line extends Box {
  text: string;
  words: Word[];
}
export interface Block extends Box {
  lines: Line[];
}
export interface Page {
  width: number;
  height: number;
  blocks: Block[];
}
