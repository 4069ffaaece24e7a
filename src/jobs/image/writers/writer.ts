import type { Drawing, Encoding } from '../pictures/drawing.ts';

export interface Written {
  width: number;
  height: number;
}

/** `dir` is for intermediate files. */
export type Writer = (
  drawings: readonly [Drawing, ...Drawing[]],
  path: string,
  encoding: Encoding,
  dir: string,
) => Promise<Written>;
