import { putEvery, takeEvery } from '../../../audio/interleave.ts';
import { type Powers, ShortTime } from '../../../audio/spectra.ts';
import { gtcrnHighest, gtcrnRate } from '../../../engines/gtcrn/engine.ts';
import { heardParts } from './hear-speech.ts';

const shortTime = new ShortTime(2048);
const { bins, size } = shortTime;
/** Where GTCRN ends, with room for its edge: above, only RNNoise has heard speech. */
const lowBins = Math.floor((0.95 * gtcrnHighest * size) / gtcrnRate);
/** How much of a frame's noise is taken to be what RNNoise took away, where somebody speaks all the time. */
const leastWeight = 0.02;

/**
 * The speech of some seconds of what `hearSpeech` heard, interleaved. RNNoise knows where speech is, but weighs it in 22
 * broad bands: it takes too much of the speech and leaves noise between its harmonics. GTCRN tells a voice from other
 * voices, but knows nothing above 8 kHz. So theirs only say how loud speech is in each narrow band, the times when nobody
 * speaks say how loud the noise is, and a Wiener filter takes that from what was heard.
 */
export function keepSpeech(parts: Float32Array, channels: number): Float32Array {
  const length = parts.length / heardParts / channels;
  const kept = new Float32Array(length * channels);
  for (let channel = 0; channel < channels; channel++) {
    const take = (part: number) =>
      takeEvery(heardParts * channels, parts, heardParts * channel + part, new Float32Array(length));
    const sound = filter({ heard: take(0), wide: take(1), likelihood: take(2), clear: take(3) });
    putEvery(channels, sound, channel, kept);
  }
  return kept;
}

interface Heard {
  heard: Float32Array;
  /** The speech in it over all bands, and more clearly in the lower ones. */
  wide: Float32Array;
  clear: Float32Array;
  likelihood: Float32Array;
}

function filter({ heard, wide, clear, likelihood }: Heard): Float32Array {
  const spectra = shortTime.computeSpectra(heard, wide);
  const { frames } = spectra;
  const powers = shortTime.computePowers(spectra);
  takeLowBins(shortTime.computePowers(shortTime.computeSpectra(heard, clear)), powers);
  const noise = new Float64Array(bins);
  let weights = 0;
  for (let t = 0; t < frames; t++) {
    const first = t * bins;
    // Silence that was put around a short sound, or by a noise gate, tells nothing about the noise.
    if (!powers.left.subarray(first, first + bins).some(power => power > 0)) continue;
    const start = shortTime.getStart(t);
    const likeliest = likelihood.subarray(Math.max(0, start), Math.max(0, start + size)).reduce(max, 0);
    const weight = (1 - likeliest) ** 2;
    weights += weight + leastWeight;
    for (let k = 0; k < bins; k++) {
      const at = first + k;
      const power = powers.left[at]!;
      const taken = power + powers.right[at]! - 2 * powers.common[at]!;
      noise[k] = noise[k]! + weight * power + leastWeight * taken;
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

function takeLowBins(from: Powers, to: Powers): void {
  for (let first = 0; first < to.right.length; first += bins) {
    to.right.set(from.right.subarray(first, first + lowBins), first);
    to.common.set(from.common.subarray(first, first + lowBins), first);
  }
}

const max = (one: number, other: number): number => Math.max(one, other);
