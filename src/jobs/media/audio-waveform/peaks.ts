import type { Samples } from '../../../engines/ffmpeg/engine.ts';

/** The lowest and highest sample of each piece of a sound, from -1 to 1. */
export interface Peaks {
  low: number[];
  high: number[];
  samples: number;
}

/** Finds the peaks of each piece of `samplesPerPiece` samples, with one piece in memory. */
export async function findPeaks(
  sound: Samples,
  samplesPerPiece: number,
  onSamples: (count: number) => void,
): Promise<Peaks> {
  const peaks: Peaks = { low: [], high: [], samples: 0 };
  let [low, high, held] = [0, 0, 0];
  const close = () => {
    peaks.low.push(low);
    peaks.high.push(high);
    [low, high, held] = [0, 0, 0];
  };
  for await (const samples of sound) {
    for (const sample of samples) {
      if (held === 0 || sample < low) low = sample;
      if (held === 0 || sample > high) high = sample;
      if (++held === samplesPerPiece) close();
    }
    peaks.samples += samples.length;
    onSamples(peaks.samples);
  }
  if (held > 0) close();
  return peaks;
}
