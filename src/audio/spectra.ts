import { addFrame, FourierTransform, makeHannWindow } from './fft.ts';

/** The spectra of two channels, frame after frame, as one of complex numbers: left is the real part, right the imaginary. */
export interface Spectra {
  re: Float32Array;
  im: Float32Array;
  frames: number;
}

/** The power in each bin of each frame: of either channel, and of the sound they have in common. */
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

  /** Returns the sample at which a frame begins. The first and the last sample have as many frames over them as any other. */
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
        const share = window[i]!;
        re[i] = (left[at] ?? 0) * share;
        im[i] = (right[at] ?? 0) * share;
      }
      this.#transform.transform(re, im);
      spectra.re.set(re, t * size);
      spectra.im.set(im, t * size);
    }
    return spectra;
  }

  computePowers({ re, im, frames }: Spectra): Powers {
    const { size, bins } = this;
    const make = () => new Float32Array(frames * bins);
    const [left, right, common] = [make(), make(), make()];
    for (let t = 0; t < frames; t++)
      for (let k = 0; k < bins; k++) {
        const [at, mirrored] = [t * size + k, t * size + ((size - k) % size)];
        const a = re[at]!;
        const b = im[at]!;
        const mirroredA = re[mirrored]!;
        const mirroredB = im[mirrored]!;
        const [leftRe, leftIm] = [(a + mirroredA) / 2, (b - mirroredB) / 2];
        const [rightRe, rightIm] = [(b + mirroredB) / 2, (mirroredA - a) / 2];
        left[t * bins + k] = leftRe ** 2 + leftIm ** 2;
        right[t * bins + k] = rightRe ** 2 + rightIm ** 2;
        common[t * bins + k] = leftRe * rightRe + leftIm * rightIm;
      }
    return { left, right, common };
  }

  /** Multiplies each bin by a mask and adds the result to two channels as sound. */
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
      // The squared windows over a sample sum to two.
      addFrame(left, this.getStart(t), { frame: re, window, divisor: 2 });
      addFrame(right, this.getStart(t), { frame: im, window, divisor: 2 });
    }
  }
}
