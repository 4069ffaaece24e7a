import type { inspectSound } from '../../../engines/ffmpeg/engine.ts';

type Sound = Awaited<ReturnType<typeof inspectSound>>;

/** What encoders pad a sound with never makes it a minute longer. */
const paddingSeconds = 0.1;

/** The length that credits are counted for. */
export const computeBilledSeconds = ({ seconds }: Pick<Sound, 'seconds'>): number =>
  Math.max(0, seconds - paddingSeconds);

/** What a result says of its sound, as it was written; of several tracks, which one it is. */
export const describeSound = (
  { rate, track, tracks }: Sound,
  written: Pick<Sound, 'rate' | 'channels'>,
  frames: number,
): Record<string, number> => ({
  seconds: Math.round((1000 * frames) / rate) / 1000,
  sampleRate: written.rate,
  channels: written.channels,
  ...(tracks > 1 && { track, tracks }),
});
