import { addFrame, FourierTransform, makeHannWindow } from '../../audio/fft.ts';
import { segment } from './segment.ts';

/** The sizes of the model's spectra. */
const size = 4096;
const hop = 1024;
export const bins = size / 2;
export const frames = Math.ceil(segment / hop);
/** Two frames before and after the segment are made of mirrored samples and dropped again. */
const padding = (hop / 2) * 3;
const padded = padding + (frames - 1) * hop + size;
const gain = 1 / Math.sqrt(size);

const transform = new FourierTransform(size);
const window = makeHannWindow(size);

/** Mirrors an index at both ends, without repeating the end itself. */
const mirrorIndex = (at: number): number => (at < 0 ? -at : at >= segment ? 2 * (segment - 1) - at : at);

/**
 * Computes the spectra of two channels as the model wants them: real and imaginary parts of the left, then of the
 * right, each a plane of `bins` rows with `frames` columns. Both channels go through one transform, as its real and
 * imaginary part.
 */
export function computeSpectra(left: Float32Array, right: Float32Array): Float32Array {
  const planes = new Float32Array(4 * bins * frames);
  const plane = bins * frames;
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  // A frame is centred on its hop, so frame t of those that are kept begins here.
  for (let t = 0; t < frames; t++) {
    const start = (t + 2) * hop - size / 2 - padding;
    for (let i = 0; i < size; i++) {
      const at = mirrorIndex(start + i);
      const share = window[i]!;
      re[i] = left[at]! * share;
      im[i] = right[at]! * share;
    }
    transform.transform(re, im);
    for (let k = 0; k < bins; k++) {
      const j = k === 0 ? 0 : size - k;
      const at = k * frames + t;
      const a = re[k]!;
      const b = im[k]!;
      const mirroredA = re[j]!;
      const mirroredB = im[j]!;
      planes[at] = 0.5 * gain * (a + mirroredA);
      planes[plane + at] = 0.5 * gain * (b - mirroredB);
      planes[2 * plane + at] = 0.5 * gain * (b + mirroredB);
      planes[3 * plane + at] = 0.5 * gain * (mirroredA - a);
    }
  }
  return planes;
}

/** Adds the sound of four such planes to two channels. */
export function addSound(planes: Float32Array, left: Float32Array, right: Float32Array): void {
  const plane = bins * frames;
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  const total = padded + hop;
  const [sumLeft, sumRight] = [new Float64Array(total), new Float64Array(total)];
  for (let t = 0; t < frames; t++) {
    re.fill(0);
    im.fill(0);
    for (let k = 0; k < bins; k++) {
      const at = k * frames + t;
      // The constant part of a real signal has no imaginary part.
      const a = planes[at]!;
      const b = k === 0 ? 0 : planes[plane + at]!;
      const c = planes[2 * plane + at]!;
      const d = k === 0 ? 0 : planes[3 * plane + at]!;
      re[k] = a - d;
      im[k] = b + c;
      if (k > 0) {
        re[size - k] = a + d;
        im[size - k] = c - b;
      }
    }
    transform.invert(re, im);
    addFrame(sumLeft, t * hop, { frame: re, window, divisor: gain });
    addFrame(sumRight, t * hop, { frame: im, window, divisor: gain });
  }
  // Frame 0 begins `padding + size / 2 - 2 * hop` samples before the segment.
  const first = padding + size / 2 - 2 * hop;
  addWeighed(sumLeft.subarray(first), left);
  addWeighed(sumRight.subarray(first), right);

  function addWeighed(sum: Float64Array, channel: Float32Array): void {
    for (let at = 0; at < segment; at++) channel[at] = channel[at]! + sum[at]! / weights[(at + first) % hop]!;
  }
}

/** The sum of the squared windows at a sample. Dropped frames count too, as silent ones. */
const weights = Float64Array.from({ length: hop }, (_, at) => {
  let sum = 0;
  for (let i = at; i < size; i += hop) sum += window[i]! ** 2;
  return sum;
});
