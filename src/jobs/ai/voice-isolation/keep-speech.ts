import { putEvery, takeEvery } from '../../../audio/interleave.ts';
import { type Powers, ShortTime } from '../../../audio/spectra.ts';
import { gtcrnHighest, gtcrnRate } from '../../../engines/gtcrn/engine.ts';
import { heardParts } from './separate-speech.ts';

const shortTime = new ShortTime(2048);
const { bins, size } = shortTime;
/** The highest bin of GTCRN, less its edge. Above it, only RNNoise detects speech. */
const lowBins = Math.floor((0.95 * gtcrnHighest * size) / gtcrnRate);
/**
 * The smallest weight of what RNNoise removed in the noise estimate, for recordings without a pause in the
 * speech.
 */
const minWeight = 0.02;

/**
 * Filters the speech out of some seconds of interleaved values from `separateSpeech`. RNNoise knows where speech
 * is, but weighs it in 22 broad bands: it removes too much speech and leaves noise between its harmonics.
 * GTCRN separates a voice from other voices, but knows nothing above 8 kHz. So both are used only to estimate
 * how loud the speech is in each narrow band. The times without speech show how loud the noise is, and a
 * Wiener filter removes that from the input.
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
  /** The speech over all bands, and a cleaner estimate for the lower ones. */
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
    // Silence from padding a short sound or from a noise gate says nothing about the noise.
    if (!powers.left.subarray(first, first + bins).some(power => power > 0)) continue;
    const start = shortTime.getStart(t);
    const likeliest = likelihood.subarray(Math.max(0, start), Math.max(0, start + size)).reduce(max, 0);
    const weight = (1 - likeliest) ** 2;
    weights += weight + minWeight;
    for (let k = 0; k < bins; k++) {
      const at = first + k;
      const power = powers.left[at]!;
      const taken = power + powers.right[at]! - 2 * powers.common[at]!;
      noise[k] = noise[k]! + weight * power + minWeight * taken;
    }
  }
  const shares = new Float32Array(powers.right.length);
  for (let at = 0; at < shares.length; at++) {
    // A frame is averaged with its neighbours: the loudness of a single frame jumps, which would be heard as
    // chirping.
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
