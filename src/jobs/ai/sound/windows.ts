import type { Samples } from '../../../engines/ffmpeg/engine.ts';

export interface Windows {
  /** Channels that come in, and that each window comes out with. */
  channels: number;
  madeChannels: number;
  /** Frames of a window, and of the part of it that the next one begins with. */
  size: number;
  overlap: number;
  /** It also takes windows that are shorter: silence around a short sound would only cost time. */
  takesShorter?: boolean;
  /** Makes of a window's frames as many of another kind, both interleaved. */
  make(window: Float32Array): Promise<Float32Array>;
}

/**
 * Sends a sound through something that takes a fixed number of frames, window by window. Windows overlap, and where they
 * do, one fades into the next. What is too short for a window is given silence around it; the last window reaches back
 * for frames it has already seen, which are worth more than silence.
 */
export async function* processInWindows(
  sound: Samples,
  { channels, madeChannels, size, overlap, takesShorter = false, make }: Windows,
): AsyncGenerator<Float32Array> {
  const stride = size - overlap;
  /** The end of what was read; `start` is the place in it of the next window's first frame. */
  let held = new Float32Array(0);
  let start = 0;
  /** What the window before made of the overlap. */
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
    // More than the window: so the last window is known to be the last.
    while ((held.length + arrived) / channels - start > size) {
      if (arrived > 0) join();
      const made = fade(await make(take(start, start + size)));
      tail = made.slice(stride * madeChannels);
      yield made.subarray(0, stride * madeChannels);
      // More than an overlap is left, so the last window reaches back no further than this one's start.
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
