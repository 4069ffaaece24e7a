import type { Cue } from './cue.ts';

export interface Retiming {
  /** Seconds that are added. */
  shift?: number;
  /** How many times as fast the recording is played. */
  speed?: number;
}

/** Returns the new time of a moment. The speed is applied first, because a shift is heard in the new recording. */
export const moveTime = (seconds: number, { shift = 0, speed = 1 }: Retiming): number =>
  seconds / speed + shift;

/** Moves cues in time. Those that would end before the beginning are left out. */
export const retimeCues = (cues: readonly Cue[], retiming: Retiming): Cue[] =>
  cues.flatMap(cue => {
    const end = moveTime(cue.end, retiming);
    return end <= 0 ? [] : [{ ...cue, start: Math.max(0, moveTime(cue.start, retiming)), end }];
  });
