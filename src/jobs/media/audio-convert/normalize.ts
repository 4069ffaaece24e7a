import { type MediaFile, measureLoudness } from '../../../engines/ffmpeg/engine.ts';

/** The highest true peak, in dBTP, that is left below full scale for lossy codecs. */
const highestPeak = -1;
/** The limiter sees samples and not the curve between them, so it stops a little lower. */
const limiterPeak = -1.3;
/** A difference in loudness that nobody hears. */
const tolerance = 0.1;
const maxTries = 6;
/** Decibels. More would turn a hiss into a roar. */
const maxGain = 60;
const minSlope = 0.1;

const limiter = `alimiter=limit=${(10 ** (limiterPeak / 20)).toFixed(4)}:level=false:attack=5:release=60:latency=true`;

interface Measuring {
  stream: number;
  /** The filters before the gain. */
  filters: readonly string[];
  dir: string;
  progress(fraction: number): void;
}

/**
 * Finds the filters that give a sound this loudness: one gain for all of it and, where peaks would be cut off, a limiter.
 * A limiter takes away from the gain, so the result is measured and the gain corrected. Silence stays silence.
 */
export async function findGain(
  file: MediaFile,
  target: number,
  { stream, filters, dir, progress }: Measuring,
): Promise<string[]> {
  const { integrated, peak } = await measureLoudness(file, { stream, filters, dir });
  progress(1 / maxTries);
  if (integrated === undefined) return [];
  let gain = target - integrated;
  if (peak + gain <= highestPeak) return [`volume=${gain.toFixed(2)}dB`];
  let [lastGain, lastReached] = [0, integrated];
  for (let tries = 2; tries <= maxTries; tries++) {
    const limited = { stream, filters: [...filters, ...limitPeaks(gain)], dir };
    const { integrated: reached = target } = await measureLoudness(file, limited);
    progress(tries / maxTries);
    if (Math.abs(target - reached) <= tolerance || gain === maxGain) break;
    // The limiter lets through less of each further decibel: the last step shows how much.
    const slope = Math.max(minSlope, (reached - lastReached) / (gain - lastGain));
    [lastGain, lastReached] = [gain, reached];
    gain = Math.min(maxGain, gain + (target - reached) / slope);
  }
  return limitPeaks(gain);
}

const limitPeaks = (gain: number): string[] => [`volume=${gain.toFixed(2)}dB:precision=float`, limiter];
