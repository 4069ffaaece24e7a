import type { Drawing } from '../pictures/drawing.ts';

/** One way a picture might be encoded; nothing is done before it is called. */
export type Attempt = () => Promise<Buffer>;

/** How a picture is made smaller in its format. */
export interface Compressor {
  /** With nothing asked for. */
  usual: Attempt;
  /** Quality as the caller counts it, 1 to 100. */
  quality(quality: number): Attempt;
  /** Nothing lost, in formats that can: where it is small enough nothing is better. */
  exact?: Attempt;
  /** Steps from the smallest file, 1, to the best. */
  levels: number;
  /** Where to look first. */
  start: number;
  level(level: number): Attempt;
  /** Ways to end up between two neighbouring levels, which can lie far apart; no `high` above the best level. */
  between(low: number, high: number | undefined): Attempt[];
}

/** `dir` is for what an encoder must read from files. */
export type MakeCompressor = (drawing: Drawing, dir: string) => Compressor;
