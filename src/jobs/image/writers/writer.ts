import type { Drawing, Encoding } from '../pictures/drawing.ts';

export interface Written {
  width: number;
  height: number;
}

/** `dir` is for what has to be written on the way. */
export type Writer = (
  drawings: readonly [Drawing, ...Drawing[]],
  path: string,
  encoding: Encoding,
  dir: string,
) => Promise<Written>;
