import { putEvery, takeEvery } from '../../../audio/interleave.ts';
import type { Samples } from '../../../engines/ffmpeg/engine.ts';
import { clearSpeech } from '../../../engines/gtcrn/engine.ts';
import { findSpeech, rnnoiseParts } from '../../../engines/rnnoise/engine.ts';
import { processInStep } from '../sound/process-in-step.ts';

/** Values per sample and channel: the input, RNNoise's speech, the probability of speech, GTCRN's speech. */
export const heardParts = rnnoiseParts + 1;

/** Yields the speech that two models find in interleaved samples at 48 kHz, in step with the input. */
export async function* separateSpeech(sound: Samples, channels: number): AsyncGenerator<Float32Array> {
  async function* clear(found: Samples) {
    yield* clearSpeech(takeHeard(found), channels);
  }
  const found = { channels: rnnoiseParts * channels, madeChannels: channels, apply: clear };
  for await (const { original, made } of processInStep(findSpeech(sound, channels), found)) {
    const parts = new Float32Array(heardParts * made.length);
    for (let at = 0; at < made.length; at++)
      parts.set(original.subarray(rnnoiseParts * at, rnnoiseParts * (at + 1)), heardParts * at);
    putEvery(heardParts, made, rnnoiseParts, parts);
    yield parts;
  }
}

async function* takeHeard(found: Samples): AsyncGenerator<Float32Array> {
  for await (const parts of found)
    yield takeEvery(rnnoiseParts, parts, 0, new Float32Array(parts.length / rnnoiseParts));
}
