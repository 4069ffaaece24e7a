import type { Drawing } from '../pictures/drawing.ts';

/** One possible encoding of a picture, run when called. */
export type Attempt = () => Promise<Buffer>;

/** The ways to compress a picture in its format. */
export interface Compressor {
  /** The encoding if neither quality nor size is requested. */
  usual: Attempt;
  /** Encodes with the caller's quality, 1 to 100. */
  quality(quality: number): Attempt;
  /** The lossless encoding, in formats that have one. If it is small enough, nothing is better. */
  exact?: Attempt;
  /** The number of steps from the smallest file, 1, to the best. */
  levels: number;
  /** The level to try first. */
  start: number;
  level(level: number): Attempt;
  /**
   * Encodings between two neighbouring levels, which can be far apart; `high` is undefined above the best
   * level.
   */
  between(low: number, high: number | undefined): Attempt[];
}

/** `dir` is for encoders that must read from files. */
export type MakeCompressor = (drawing: Drawing, dir: string) => Compressor;
