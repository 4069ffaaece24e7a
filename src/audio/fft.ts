function swap(list: Float64Array, one: number, other: number): void {
  const held = list[one]!;
  list[one] = list[other]!;
  list[other] = held;
}

/** A complex Fourier transform of one size, which must be a power of two. */
export class FourierTransform {
  readonly size: number;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #reversed: Uint32Array;

  constructor(size: number) {
    this.size = size;
    this.#cos = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
    this.#sin = Float64Array.from({ length: size / 2 }, (_, k) => Math.sin((2 * Math.PI * k) / size));
    this.#reversed = new Uint32Array(size);
    const bits = Math.log2(size);
    for (let i = 1; i < size; i++)
      this.#reversed[i] = (this.#reversed[i >> 1]! >> 1) | ((i & 1) << (bits - 1));
  }

  /** Transforms in place, without a scaling factor. */
  transform(re: Float64Array, im: Float64Array): void {
    const size = this.size;
    const cos = this.#cos;
    const sin = this.#sin;
    const reversed = this.#reversed;
    for (let i = 0; i < size; i++) {
      const j = reversed[i]!;
      if (j <= i) continue;
      swap(re, i, j);
      swap(im, i, j);
    }
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half)
        for (let i = start, k = 0; i < start + half; i++, k += step) {
          const j = i + half;
          const c = cos[k]!;
          const s = sin[k]!;
          const x = re[j]!;
          const y = im[j]!;
          const a = x * c + y * s;
          const b = y * c - x * s;
          const evenRe = re[i]!;
          const evenIm = im[i]!;
          re[j] = evenRe - a;
          im[j] = evenIm - b;
          re[i] = evenRe + a;
          im[i] = evenIm + b;
        }
    }
  }

  /** Reverses `transform` exactly, in place. */
  invert(re: Float64Array, im: Float64Array): void {
    this.transform(im, re);
    for (const part of [re, im]) for (let i = 0; i < this.size; i++) part[i] = part[i]! / this.size;
  }
}

/** Adds a frame under its window, divided, to a sound from sample `start` on, as far as it lies within. */
export function addFrame(
  sound: Float32Array | Float64Array,
  start: number,
  { frame, window, divisor }: { frame: Float64Array; window: Float64Array; divisor: number },
): void {
  const end = Math.min(frame.length, sound.length - start);
  for (let i = Math.max(0, -start); i < end; i++)
    sound[start + i] = sound[start + i]! + (frame[i]! * window[i]!) / divisor;
}

/** Makes a periodic Hann window. */
export const makeHannWindow = (size: number): Float64Array =>
  Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
