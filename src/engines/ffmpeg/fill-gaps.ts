import type { Block } from './blocks.ts';
import { readSamples } from './samples.ts';

interface Timing {
  rate: number;
  channels: number;
}

/** Seconds of difference that are tolerated: smaller ones are inaccuracies that nobody hears. */
const tolerance = 0.1;

/**
 * Yields the samples of a track in step with its times: silence where it pauses or begins late, and nothing twice where
 * it goes back. FFmpeg could do so too, but holds a whole pause in memory, and a file may declare one of hours.
 */
export async function* fillGaps(
  track: AsyncIterable<Block>,
  { rate, channels }: Timing,
): AsyncGenerator<Float32Array> {
  let done = 0;
  for await (const { milliseconds, bytes } of track) {
    const samples = readSamples(bytes);
    const start = Math.round((milliseconds * rate) / 1000);
    const isWrong = Math.abs(start - done) > tolerance * rate || done === 0;
    for (let gap = isWrong ? start - done : 0; gap > 0; gap -= rate) {
      const frames = Math.min(gap, rate);
      done += frames;
      yield new Float32Array(frames * channels);
    }
    const twice = isWrong ? Math.min(Math.max(0, done - start), samples.length / channels) : 0;
    const fresh = samples.subarray(twice * channels);
    done += fresh.length / channels;
    if (fresh.length > 0) yield fresh;
  }
}
