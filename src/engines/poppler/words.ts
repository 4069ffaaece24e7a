import type { Box } from '../../documents/boxes.ts';

/** A word, in points from the top left of the page, as all boxes here. */
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
