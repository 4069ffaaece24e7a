import type { OneToOne, PdfMade } from './engine.ts';
import { runTask, type TaskOptions } from './python.ts';

/** An image of a document, written out: a JPEG file, or rows of plain 8-bit samples. */
export interface Picture {
  /** All objects that hold the picture. */
  objects: [number: number, generation: number][];
  path: string;
  jpeg: boolean;
  width: number;
  height: number;
  channels: 1 | 3 | 4;
  /** The bytes that the picture takes in the document. */
  size: number;
  /** The pixels that the picture needs for the resolution asked for. */
  neededWidth: number;
  neededHeight: number;
  /** The dots per inch at which it is shown where it is largest. */
  resolution: number;
}

/** Extracts the pictures of a document; a document without any is `packed` at once, as compressDocument would. */
export const extractPictures = (
  request: OneToOne & { folder: string; dpi: number },
  options: TaskOptions,
): Promise<PdfMade & { pictures: Picture[]; packed: boolean }> =>
  runTask({ task: 'pictures', ...request }, options);

/** A smaller picture to replace another. */
export interface SmallerPicture {
  objects: Picture['objects'];
  /** A JPEG file, or the compressed rows of a PNG file. */
  path: string;
  encoding: 'jpeg' | 'rows';
  width: number;
  height: number;
  channels: Picture['channels'];
}

export const compressDocument = (
  request: OneToOne & { pictures: SmallerPicture[] },
  options: TaskOptions,
): Promise<PdfMade> => runTask({ task: 'compress', ...request }, options);
