import { ShortTime } from '../../audio/spectra.ts';
import { runMedian } from './median.ts';

const rate = 44_100;
const shortTime = new ShortTime(4096);
const { bins, size } = shortTime;
/** A tone is steady over this many frames (0.4 s), a stroke is even over this many bins (330 Hz). */
const steadyFrames = 17;
const evenBins = 31;
/** A stroke counts as one where it is this many times louder than the tones. Voices are in between. */
const clarity = 2;

/** Makes a filter that falls from 1 to 0 between two frequencies, bin by bin. */
const makeLowPass = (from: number, to: number): Float32Array =>
  Float32Array.from({ length: bins }, (_, k) =>
    Math.max(0, Math.min(1, (to - (k * rate) / size) / (to - from))),
  );
const low = makeLowPass(140, 240);
const voiceTop = makeLowPass(8000, 11_000);

/**
 * Separates two channels at 44.1 kHz without a model. Drums are the strokes, bass is the low part of the rest, vocals
 * are the part of the remainder that is the same on both sides, and other is all else. Returns the left and the right
 * channel of each in the order drums, bass, other, vocals. Their sum is the input.
 */
export function separateClassically(left: Float32Array, right: Float32Array): Float32Array {
  const spectra = shortTime.computeSpectra(left, right);
  const powers = shortTime.computePowers(spectra);
  const energy = powers.left.map((power, at) => power + powers.right[at]!);
  /** The share of each bin that is the same on both sides. */
  const middle = powers.common.map((power, at) => (power > 0 ? (2 * power) / energy[at]! : 0));
  const { frames } = spectra;
  const [tones, strokes] = [new Float32Array(energy.length), new Float32Array(energy.length)];
  for (let k = 0; k < bins; k++)
    runMedian(energy, tones, { first: k, step: bins, count: frames, width: steadyFrames });
  for (let t = 0; t < frames; t++)
    runMedian(energy, strokes, { first: t * bins, step: 1, count: bins, width: evenBins });

  const [drums, bass, vocals] = [tones, strokes, middle];
  for (let at = 0; at < energy.length; at++) {
    const k = at % bins;
    const tone = tones[at]! * clarity;
    const stroke = strokes[at]!;
    const struck = stroke > 0 ? stroke / (stroke + tone) : 0;
    const lasting = 1 - struck;
    drums[at] = struck;
    const lowShare = low[k]!;
    bass[at] = lasting * lowShare;
    vocals[at] = lasting * (1 - lowShare) * voiceTop[k]! * middle[at]!;
  }

  const length = left.length;
  const stems = new Float32Array(8 * length);
  const getSide = (stem: number, side: number): Float32Array =>
    stems.subarray((2 * stem + side) * length, (2 * stem + side + 1) * length);
  const getSides = (stem: number): [Float32Array, Float32Array] => [getSide(stem, 0), getSide(stem, 1)];
  shortTime.addSound(spectra, drums, getSides(0));
  shortTime.addSound(spectra, bass, getSides(1));
  shortTime.addSound(spectra, vocals, getSides(3));
  for (const [side, whole] of [left, right].entries()) {
    const [struck, low] = [getSide(0, side), getSide(1, side)];
    const [rest, sung] = [getSide(2, side), getSide(3, side)];
    for (let at = 0; at < length; at++) rest[at] = whole[at]! - struck[at]! - low[at]! - sung[at]!;
  }
  return stems;
}
