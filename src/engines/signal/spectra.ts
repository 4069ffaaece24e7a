import { FourierTransform, makeHannWindow } from './fft.ts';

/** The spectra of two channels, frame after frame, as one of complex numbers: left is the real part, right the imaginary. */
export interface Spectra {
  re: Float32Array;
  im: Float32Array;
  frames: number;
}

/** What is in each bin of each frame: the power of either channel, and of what they have in common. */
export interface Powers {
  left: Float32Array;
  right: Float32Array;
  common: Float32Array;
}

/** Takes sounds of two channels apart into spectra of `size` samples, and puts them together again. */
export class ShortTime {
  readonly size: number;
  readonly bins: number;
  readonly hop: number;
  readonly #transform: FourierTransform;
  readonly #window: Float64Array;

  constructor(size: number) {
    this.size = size;
    this.bins = size / 2 + 1;
    this.hop = size / 4;
    this.#transform = new FourierTransform(size);
    this.#window = makeHannWindow(size).map(Math.sqrt);
  }

  /** As many frames lie over the first and the last sample as over any other. */
  getStart(frame: number): number {
    return (frame + 1) * this.hop - this.size;
  }

  computeSpectra(left: Float32Array, right: Float32Array): Spectra {
    const { size, hop } = this;
    const window = this.#window;
    const frames = Math.ceil(left.length / hop) + size / hop - 1;
    const spectra = { re: new Float32Array(frames * size), im: new Float32Array(frames * size), frames };
    const [re, im] = [new Float64Array(size), new Float64Array(size)];
    for (let t = 0; t < frames; t++) {
      for (let i = 0, at = this.getStart(t); i < size; i++, at++) {
        re[i] = (left[at] ?? 0) * window[i]!;
        im[i] = (right[at] ?? 0) * window[i]!;
      }
      this.#transform.transform(re, im);
      spectra.re.set(re, t * size);
      spectra.im.set(im, t * size);
    }
    return spectra;
  }

  computePowers({ re, im, frames }: Spectra): Powers {
    const { size, bins } = this;
    const [left, right, common] = [0, 1, 2].map(() => new Float32Array(frames * bins)) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    for (let t = 0; t < frames; t++)
      for (let k = 0; k < bins; k++) {
        const [at, mirrored] = [t * size + k, t * size + ((size - k) % size)];
        const [leftRe, leftIm] = [(re[at]! + re[mirrored]!) / 2, (im[at]! - im[mirrored]!) / 2];
        const [rightRe, rightIm] = [(im[at]! + im[mirrored]!) / 2, (re[mirrored]! - re[at]!) / 2];
        left[t * bins + k] = leftRe ** 2 + leftIm ** 2;
        right[t * bins + k] = rightRe ** 2 + rightIm ** 2;
        common[t * bins + k] = leftRe * rightRe + leftIm * rightIm;
      }
    return { left, right, common };
  }

  /** Adds what a mask leaves of each bin to two channels, as sound. */
  addSound(spectra: Spectra, mask: Float32Array, [left, right]: [Float32Array, Float32Array]): void {
    const { size, bins } = this;
    const window = this.#window;
    const [re, im] = [new Float64Array(size), new Float64Array(size)];
    for (let t = 0; t < spectra.frames; t++) {
      for (let i = 0; i < size; i++) {
        // Both channels keep the same share, so the two need not be told apart.
        const share = mask[t * bins + Math.min(i, size - i)]!;
        re[i] = share * spectra.re[t * size + i]!;
        im[i] = share * spectra.im[t * size + i]!;
      }
      this.#transform.invert(re, im);
      const start = this.getStart(t);
      const end = Math.min(size, left.length - start);
      // The squared windows over a sample sum to two.
      for (let i = Math.max(0, -start); i < end; i++) {
        left[start + i] = left[start + i]! + (re[i]! * window[i]!) / 2;
        right[start + i] = right[start + i]! + (im[i]! * window[i]!) / 2;
      }
    }
  }
}
