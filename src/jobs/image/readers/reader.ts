import type { Pictures } from '../pictures/picture.ts';
import type { SourceInput } from './source.ts';

/** Which of an input's images the job is after. */
export interface Wanted {
  /** Counted from 1; without it the first, or all where the output can hold them. */
  page?: number | undefined;
  /** Frames, where the input moves. */
  animation: boolean;
  /** Pages, where the input has several. */
  pages: boolean;
  /** EXIF and XMP, where carrying them along costs something. */
  metadata: boolean;
  /** Pixels an inch to draw an SVG at. */
  density?: number | undefined;
}

/** `dir` is for what a decoder must write; small inputs never touch it. */
export type Reader = (input: SourceInput, wanted: Wanted, dir: string) => Promise<Pictures>;
