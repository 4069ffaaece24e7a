import type { Pictures } from '../pictures/picture.ts';
import type { SourceInput } from './source.ts';

/** The images of an input that the job needs. */
export interface Wanted {
  /** The page, counted from 1. If it is left out: the first page, or all if the output supports them. */
  page?: number | undefined;
  /** True to read all frames of an animation. */
  animation: boolean;
  /** True to read all pages. */
  pages: boolean;
  /** True to read EXIF and XMP, if that has a cost. */
  metadata: boolean;
  /** Pixels per inch at which an SVG is rendered. */
  density?: number | undefined;
}

/** `dir` is for decoders that must write files; small inputs never touch it. */
export type Reader = (input: SourceInput, wanted: Wanted, dir: string) => Promise<Pictures>;
