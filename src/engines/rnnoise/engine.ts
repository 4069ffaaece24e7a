import createRnnoise from '@echogarden/rnnoise-wasm';
import { processInFrames } from '../../audio/frames.ts';
import { putEvery, takeEvery } from '../../audio/interleave.ts';

/** The only rate that RNNoise was trained for. */
export const rnnoiseRate = 48_000;
const frame = 480;
/** RNNoise expects samples in the range of 16-bit integers. */
const scale = 32_768;

/**
 * The numbers that result for each sample of each channel: the sound, the speech in it, and the likelihood that
 * somebody speaks.
 */
export const rnnoiseParts = 3;

/**
 * Finds the speech in interleaved samples at 48 kHz, each channel on its own. The result is as long as the input and in
 * step with it.
 */
export async function* findSpeech(
  sound: AsyncIterable<Float32Array>,
  channels: number,
): AsyncGenerator<Float32Array> {
  const rnnoise = await createRnnoise();
  const listeners = Array.from({ length: channels }, () => ({
    state: rnnoise._rnnoise_create(0),
    heard: new Float32Array(frame),
  }));
  const address = rnnoise._malloc(4 * frame);
  const at = address / 4;

  function denoise(samples: Float32Array): Float32Array {
    const found = new Float32Array(rnnoiseParts * samples.length);
    for (let start = 0; start < samples.length; start += frame * channels)
      for (const [channel, { state, heard }] of listeners.entries()) {
        const { HEAPF32: memory } = rnnoise;
        const [first, step] = [rnnoiseParts * (start + channel), rnnoiseParts * channels];
        putEvery(step, heard, first, found);
        takeEvery(channels, samples, start + channel, heard);
        memory.set(
          heard.map(sample => sample * scale),
          at,
        );
        const likelihood = rnnoise._rnnoise_process_frame(state, address, address);
        const speech = memory.slice(at, at + frame).map(sample => sample / scale);
        putEvery(step, speech, first + 1, found);
        putEvery(step, speech.fill(likelihood), first + 2, found);
      }
    return found;
  }

  // Its output is one frame late.
  const framing = { frame: frame * channels, delay: frame * channels, parts: rnnoiseParts };
  yield* processInFrames(sound, framing, denoise);
  for (const { state } of listeners) rnnoise._rnnoise_destroy(state);
}
