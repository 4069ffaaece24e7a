import type { Samples } from '../../../engines/ffmpeg/engine.ts';

/** The output of a process and the samples of the original that it was made from. */
export interface ProcessedSound {
  original: Float32Array;
  made: Float32Array;
}

interface Process {
  /** Channels of the original and of the output. */
  channels: number;
  madeChannels: number;
  apply(sound: Samples): Samples;
}

/**
 * Sends a sound through a process and yields input and output in step, frame by frame. The output is cut or
 * padded to the length of the original. Only the frames that the process holds back are in memory.
 */
export async function* processInStep(
  sound: Samples,
  { channels, madeChannels, apply }: Process,
): AsyncGenerator<ProcessedSound> {
  const kept = new SampleQueue();
  async function* queueInput() {
    for await (const samples of sound) {
      kept.put(samples);
      yield samples;
    }
  }
  for await (const made of apply(queueInput())) {
    const frames = Math.min(made.length / madeChannels, kept.length / channels);
    if (frames > 0)
      yield { original: kept.take(frames * channels), made: made.subarray(0, frames * madeChannels) };
  }
  const frames = kept.length / channels;
  if (frames > 0)
    yield { original: kept.take(frames * channels), made: new Float32Array(frames * madeChannels) };
}

/** A queue of samples. */
class SampleQueue {
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
