/**
 * A process that takes frames of a fixed number of samples, gives `parts` numbers for each, and lags some samples
 * behind.
 */
interface Framing {
  frame: number;
  delay: number;
  parts?: number;
}

const framesAtOnce = 50;

/**
 * Sends a sound through a process that takes whole frames and lags behind. The result is as long as the sound and in
 * step with it. `make` is given one frame or several.
 */
export async function* processInFrames(
  sound: AsyncIterable<Float32Array>,
  { frame, delay, parts = 1 }: Framing,
  make: (frames: Float32Array) => Float32Array,
): AsyncGenerator<Float32Array> {
  let early = delay * parts;
  const alignSamples = (samples: Float32Array): Float32Array => {
    const dropped = Math.min(early, samples.length);
    early -= dropped;
    return samples.subarray(dropped);
  };
  let rest = new Float32Array(0);
  for await (const samples of sound) {
    const joined = new Float32Array(rest.length + samples.length);
    joined.set(rest);
    joined.set(samples, rest.length);
    const whole = joined.length - (joined.length % frame);
    for (let start = 0; start < whole; start += framesAtOnce * frame)
      yield alignSamples(make(joined.subarray(start, Math.min(whole, start + framesAtOnce * frame))));
    rest = joined.slice(whole);
  }
  // Silence is added so that the process gives out what it still holds.
  const last = new Float32Array(Math.ceil((rest.length + delay) / frame) * frame);
  last.set(rest);
  const left = parts * (rest.length + delay) - early;
  yield alignSamples(make(last)).subarray(0, left);
}
