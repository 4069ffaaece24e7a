import createRnnoise from '@echogarden/rnnoise-wasm';
import { processInFrames } from '../signal/frames.ts';

/** The only rate it was trained for. */
export const rnnoiseRate = 48_000;
const frame = 480;
/** RNNoise expects samples in the range of 16-bit integers. */
const scale = 32_768;

/** What comes out for each sample of each channel: what was heard, the speech in it, and how likely somebody speaks. */
export const rnnoiseParts = 3;

/** Finds the speech in interleaved samples at 48 kHz, each channel on its own. As long as what comes in, and in step with it. */
export async function* findSpeech(
  sound: AsyncIterable<Float32Array>,
  channels: number,
): AsyncGenerator<Float32Array> {
  const rnnoise = await createRnnoise();
  const states = Array.from({ length: channels }, () => rnnoise._rnnoise_create(0));
  const address = rnnoise._malloc(4 * frame);
  const at = address / 4;

  const heard = states.map(() => new Float32Array(frame));

  function denoise(samples: Float32Array): Float32Array {
    const found = new Float32Array(rnnoiseParts * samples.length);
    for (let start = 0; start < samples.length; start += frame * channels)
      for (const [channel, state] of states.entries()) {
        const { HEAPF32: memory } = rnnoise;
        const before = heard[channel]!.slice();
        for (let i = 0; i < frame; i++) {
          heard[channel]![i] = samples[start + i * channels + channel]!;
          memory[at + i] = heard[channel]![i]! * scale;
        }
        const likelihood = rnnoise._rnnoise_process_frame(state, address, address);
        for (let i = 0; i < frame; i++) {
          const to = rnnoiseParts * (start + i * channels + channel);
          found[to] = before[i]!;
          found[to + 1] = memory[at + i]! / scale;
          found[to + 2] = likelihood;
        }
      }
    return found;
  }

  // Its output is one frame late.
  const framing = { frame: frame * channels, delay: frame * channels, parts: rnnoiseParts };
  yield* processInFrames(sound, framing, denoise);
  for (const state of states) rnnoise._rnnoise_destroy(state);
}
