import type { Samples } from '../../../engines/ffmpeg/engine.ts';

export interface Windows {
  /** Channels of the input and of each processed window. */
  channels: number;
  madeChannels: number;
  /** Frames of a window, and of its overlap with the next one. */
  size: number;
  overlap: number;
  /** True if shorter windows are accepted too: padding a short sound with silence would only cost time. */
  takesShorter?: boolean;
  /** Processes the interleaved frames of a window and returns the same number of frames. */
  make(window: Float32Array): Promise<Float32Array>;
}

/**
 * Sends a sound through a process that takes a fixed number of frames, window by window. Windows overlap and
 * are cross-faded. A sound shorter than a window is padded with silence. The last window reaches back and
 * repeats earlier frames, which are better context than silence.
 */
export async function* processInWindows(
  sound: Samples,
  { channels, madeChannels, size, overlap, takesShorter = false, make }: Windows,
): AsyncGenerator<Float32Array> {
  const stride = size - overlap;
  /** The frames not yet dropped; `start` is the position of the next window's first frame. */
  let held = new Float32Array(0);
  let start = 0;
  /** The output of the previous window for the overlap. */
  let tail: Float32Array | undefined;

  const take = (from: number, to: number) => held.subarray(from * channels, to * channels);
  const fade = (made: Float32Array): Float32Array => {
    if (!tail) return made;
    const frames = Math.min(overlap, made.length / madeChannels);
    for (let frame = 0; frame < frames; frame++) {
      const weight = (frame + 0.5) / overlap;
      for (let at = frame * madeChannels; at < (frame + 1) * madeChannels; at++)
        made[at] = weight * made[at]! + (1 - weight) * tail[at]!;
    }
    return made;
  };

  let parts: Float32Array[] = [];
  let arrived = 0;
  const join = () => {
    const joined = new Float32Array(held.length + arrived);
    joined.set(held);
    let at = held.length;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    held = joined;
    parts = [];
    arrived = 0;
  };

  for await (const samples of sound) {
    parts.push(samples);
    arrived += samples.length;
    // Reading more than one window ahead shows which window is the last one.
    while ((held.length + arrived) / channels - start > size) {
      if (arrived > 0) join();
      const made = fade(await make(take(start, start + size)));
      tail = made.slice(stride * madeChannels);
      yield made.subarray(0, stride * madeChannels);
      // More than an overlap is left, so the last window never reaches back beyond the start of this one.
      held = held.slice(start * channels);
      start = stride;
    }
  }
  join();

  const end = held.length / channels;
  const left = end - start;
  if (left <= 0) return;
  const from = Math.max(0, end - size);
  const length = takesShorter ? end - from : size;
  const window = new Float32Array(length * channels);
  const before = Math.floor((length - (end - from)) / 2);
  window.set(take(from, end), before * channels);
  const made = await make(window);
  const first = before + (start - from);
  yield fade(made.slice(first * madeChannels, (first + left) * madeChannels));
}
