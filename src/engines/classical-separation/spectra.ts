import { FourierTransform, hann } from '../signal/fft.ts';

export const size = 4096;
const hop = 1024;
export const bins = size / 2 + 1;
const transform = new FourierTransform(size);
const window = hann(size).map(Math.sqrt);
/** What the squared windows over a sample sum to. */
const weight = size / hop / 2;

/** The spectra of two channels, frame after frame, as one of complex numbers: left is the real part, right the imaginary. */
export interface Spectra {
  re: Float32Array;
  im: Float32Array;
  frames: number;
}

/** As many frames lie over the first and the last sample as over any other. */
const startOf = (frame: number): number => (frame + 1) * hop - size;

export function spectraOf(left: Float32Array, right: Float32Array): Spectra {
  const frames = Math.ceil(left.length / hop) + size / hop - 1;
  const spectra = { re: new Float32Array(frames * size), im: new Float32Array(frames * size), frames };
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  for (let t = 0; t < frames; t++) {
    for (let i = 0, at = startOf(t); i < size; i++, at++) {
      re[i] = (left[at] ?? 0) * window[i]!;
      im[i] = (right[at] ?? 0) * window[i]!;
    }
    transform.forward(re, im);
    spectra.re.set(re, t * size);
    spectra.im.set(im, t * size);
  }
  return spectra;
}

/** The energy of both channels together in each bin of each frame, and how much of it is the same in both, from 0 to 1. */
export function measure({ re, im, frames }: Spectra): { energy: Float32Array; middle: Float32Array } {
  const [energy, middle] = [new Float32Array(frames * bins), new Float32Array(frames * bins)];
  for (let t = 0; t < frames; t++)
    for (let k = 0; k < bins; k++) {
      const [at, mirrored] = [t * size + k, t * size + ((size - k) % size)];
      const [leftRe, leftIm] = [(re[at]! + re[mirrored]!) / 2, (im[at]! - im[mirrored]!) / 2];
      const [rightRe, rightIm] = [(im[at]! + im[mirrored]!) / 2, (re[mirrored]! - re[at]!) / 2];
      const sum = leftRe ** 2 + leftIm ** 2 + rightRe ** 2 + rightIm ** 2;
      energy[t * bins + k] = sum;
      if (sum > 0) middle[t * bins + k] = Math.max(0, (2 * (leftRe * rightRe + leftIm * rightIm)) / sum);
    }
  return { energy, middle };
}

/** What of each bin a mask leaves, as the sound of the two channels. */
export function soundOf(
  spectra: Spectra,
  mask: Float32Array,
  [left, right]: [Float32Array, Float32Array],
): void {
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  for (let t = 0; t < spectra.frames; t++) {
    for (let i = 0; i < size; i++) {
      // Both channels keep the same share, so the two need not be told apart.
      const share = mask[t * bins + Math.min(i, size - i)]!;
      re[i] = share * spectra.re[t * size + i]!;
      im[i] = share * spectra.im[t * size + i]!;
    }
    transform.inverse(re, im);
    const start = startOf(t);
    const end = Math.min(size, left.length - start);
    for (let i = Math.max(0, -start); i < end; i++) {
      left[start + i] = left[start + i]! + (re[i]! * window[i]!) / weight;
      right[start + i] = right[start + i]! + (im[i]! * window[i]!) / weight;
    }
  }
}
