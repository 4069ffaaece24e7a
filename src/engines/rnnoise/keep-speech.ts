import { ShortTime } from '../signal/spectra.ts';
import { rnnoiseParts } from './engine.ts';

const shortTime = new ShortTime(2048);
const { bins, size } = shortTime;
/** How much of a frame's noise is taken to be what RNNoise took away, where somebody speaks all the time. */
const leastWeight = 0.02;

/**
 * The speech of some seconds of what `findSpeech` found, interleaved. RNNoise knows where speech is, but weighs it in 22
 * broad bands: it takes too much of the speech and leaves noise between its harmonics. So its speech only says how loud
 * speech is in each narrow band, the times when nobody speaks say how loud the noise is, and a Wiener filter takes that
 * from what was heard.
 */
export function keepSpeech(found: Float32Array, channels: number): Float32Array {
  const length = found.length / rnnoiseParts / channels;
  const kept = new Float32Array(length * channels);
  for (let channel = 0; channel < channels; channel++) {
    const [heard, speech, likelihood] = [0, 1, 2].map(part =>
      new Float32Array(length).map((_, at) => found[rnnoiseParts * (at * channels + channel) + part]!),
    ) as [Float32Array, Float32Array, Float32Array];
    const sound = filter(heard, speech, likelihood);
    for (let at = 0; at < length; at++) kept[at * channels + channel] = sound[at]!;
  }
  return kept;
}

function filter(heard: Float32Array, speech: Float32Array, likelihood: Float32Array): Float32Array {
  const spectra = shortTime.spectraOf(heard, speech);
  const { frames } = spectra;
  const powers = shortTime.powersOf(spectra);
  const noise = new Float64Array(bins);
  let weights = 0;
  for (let t = 0; t < frames; t++) {
    const first = t * bins;
    // Silence that was put around a short sound, or by a noise gate, tells nothing about the noise.
    if (!powers.left.subarray(first, first + bins).some(power => power > 0)) continue;
    const start = shortTime.startOf(t);
    const likeliest = likelihood.subarray(Math.max(0, start), Math.max(0, start + size)).reduce(max, 0);
    const weight = (1 - likeliest) ** 2;
    weights += weight + leastWeight;
    for (let k = 0; k < bins; k++) {
      const at = first + k;
      const taken = powers.left[at]! + powers.right[at]! - 2 * powers.common[at]!;
      noise[k] = noise[k]! + weight * powers.left[at]! + leastWeight * taken;
    }
  }
  const shares = new Float32Array(powers.right.length);
  for (let at = 0; at < shares.length; at++) {
    // A frame and its neighbours together: the loudness of one alone jumps, and would be heard as chirping.
    const power = (powers.right[at - bins] ?? 0) + powers.right[at]! + (powers.right[at + bins] ?? 0);
    if (power > 0) shares[at] = power / (power + (3 * noise[at % bins]!) / weights);
  }
  const sound = new Float32Array(heard.length);
  shortTime.addSound(spectra, shares, [sound, new Float32Array(heard.length)]);
  return sound;
}

const max = (one: number, other: number): number => Math.max(one, other);
