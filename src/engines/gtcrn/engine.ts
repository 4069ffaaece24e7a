import { readFile } from 'node:fs/promises';
import { processInFrames } from '../../audio/frames.ts';
import { putEvery, takeEvery } from '../../audio/interleave.ts';

/** The rate of its input and output. It works at 16 kHz inside, so its output has nothing above half of that. */
export const gtcrnRate = 48_000;
export const gtcrnHighest = 8_000;
const frame = 768;
/** The delay in samples: a frame, and the two changes of rate. Measured on speech without noise. */
const delay = 890;
const pageBytes = 65_536;

/** The program's exports, by the names that its compiler gave. */
interface Exports {
  c: WebAssembly.Memory;
  d(): void;
  e(): number;
  g(state: number): void;
  j(state: number, input: number, output: number): void;
  k(bytes: number): number;
}

/**
 * Removes noise from interleaved samples at 48 kHz, each channel on its own. The result is as long as the input and in
 * step with it.
 */
export async function* clearSpeech(
  sound: AsyncIterable<Float32Array>,
  channels: number,
): AsyncGenerator<Float32Array> {
  const { c: memory, e: create, g: destroy, j: process, k: allocate } = await start();
  const states = Array.from({ length: channels }, () => create());
  const [input, output] = [allocate(4 * frame), allocate(4 * frame)];

  function denoise(samples: Float32Array): Float32Array {
    const made = new Float32Array(samples.length);
    for (let from = 0; from < samples.length; from += frame * channels)
      for (const [channel, state] of states.entries()) {
        takeEvery(channels, samples, from + channel, new Float32Array(memory.buffer, input, frame));
        process(state, input, output);
        // The memory may have grown; it has a new buffer then.
        putEvery(channels, new Float32Array(memory.buffer, output, frame), from + channel, made);
      }
    return made;
  }

  yield* processInFrames(sound, { frame: frame * channels, delay: delay * channels }, denoise);
  for (const state of states) destroy(state);
}

async function start(): Promise<Exports> {
  const program = new URL(import.meta.resolve('@sapphi-red/web-noise-suppressor/gtcrn.wasm'));
  const { instance } = await WebAssembly.instantiate(await readFile(program), {
    a: {
      a: () => {
        throw new Error('GTCRN gave up');
      },
      b: (bytes: number) => {
        const missing = (bytes >>> 0) - exports.c.buffer.byteLength;
        if (missing > 0) exports.c.grow(Math.ceil(missing / pageBytes));
        return 1;
      },
    },
  });
  const exports = instance.exports as unknown as Exports;
  exports.d();
  return exports;
}
