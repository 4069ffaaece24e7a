import { JobFailure } from '../../../contract/failure.ts';

/** The most frames that one job takes. */
export const maxFrames = 1000;

export interface Choice {
  at?: number[];
  every?: number;
  count?: number;
  grid?: { columns: number; rows: number };
  sprite?: boolean;
}

/** Times of frames at equal distances. */
export interface Steps {
  first: number;
  step: number;
  count: number;
}

/** The most frames of a sprite whose caller says nothing. */
const usualSprite = 100;

/** Puts `count` frames into the middles of equal parts, so that neither the first nor the last frame, often black, is one. */
const spread = (count: number, seconds: number): Steps => ({
  first: seconds / count / 2,
  step: seconds / count,
  count,
});

/** Finds the times at equal distances that are asked for. */
export function planSteps({ every, count, grid, sprite }: Choice, seconds: number): Steps {
  const tiles = grid ? grid.columns * grid.rows : maxFrames;
  if (every !== undefined) {
    const all = Math.max(1, Math.ceil(seconds / every - 1e-6));
    if (!grid && all > maxFrames) throw new JobFailure('limit_exceeded', `${all} frames`);
    return { first: 0, step: every, count: Math.min(tiles, all) };
  }
  if (count !== undefined) return spread(count, seconds);
  if (grid) return spread(tiles, seconds);
  if (sprite) return spread(Math.max(1, Math.min(usualSprite, Math.ceil(seconds))), seconds);
  return { first: seconds / 10, step: seconds, count: 1 };
}
