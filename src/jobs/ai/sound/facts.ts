import type { inspectSound } from '../../../engines/ffmpeg/engine.ts';

type Sound = Awaited<ReturnType<typeof inspectSound>>;

/** Padding added by encoders must not start another billed minute. */
const paddingSeconds = 0.1;

/** Returns the length that credits are charged for. */
export const computeBilledSeconds = ({ seconds }: Pick<Sound, 'seconds'>): number =>
  Math.max(0, seconds - paddingSeconds);

/**
 * Describes the sound of a result as it was written. If the input has several tracks, it includes the track's
 * number.
 */
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
