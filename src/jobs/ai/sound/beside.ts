import type { Samples } from '../../../engines/ffmpeg/engine.ts';

/** What a process made of a sound, with the samples of the original that it was made from. */
export interface Beside {
  original: Float32Array;
  made: Float32Array;
}

interface Process {
  /** Channels of the original, and of what the process makes of it. */
  channels: number;
  madeChannels: number;
  apply(sound: Samples): Samples;
}

/**
 * Sends a sound through a process and hands out both, frame by frame in step. However many frames the process gives
 * more or less at the end, the original's length counts. In memory is only what the process holds back.
 */
export async function* processBeside(
  sound: Samples,
  { channels, madeChannels, apply }: Process,
): AsyncGenerator<Beside> {
  const kept = new Kept();
  async function* keeping() {
    for await (const samples of sound) {
      kept.put(samples);
      yield samples;
    }
  }
  for await (const made of apply(keeping())) {
    const frames = Math.min(made.length / madeChannels, kept.length / channels);
    if (frames > 0)
      yield { original: kept.take(frames * channels), made: made.subarray(0, frames * madeChannels) };
  }
  const frames = kept.length / channels;
  if (frames > 0)
    yield { original: kept.take(frames * channels), made: new Float32Array(frames * madeChannels) };
}

/** Samples in the order they came. */
class Kept {
  #parts: Float32Array[] = [];
  length = 0;

  put(samples: Float32Array): void {
    this.#parts.push(samples);
    this.length += samples.length;
  }

  take(count: number): Float32Array {
    const taken = new Float32Array(count);
    const left: Float32Array[] = [];
    let at = 0;
    for (const part of this.#parts) {
      const used = part.subarray(0, count - at);
      taken.set(used, at);
      at += used.length;
      if (used.length < part.length) left.push(part.subarray(used.length));
    }
    this.#parts = left;
    this.length -= count;
    return taken;
  }
}
