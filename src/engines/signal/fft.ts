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

  /** In place; without any factor. */
  transform(re: Float64Array, im: Float64Array): void {
    const size = this.size;
    const cos = this.#cos;
    const sin = this.#sin;
    const reversed = this.#reversed;
    for (let i = 0; i < size; i++) {
      const j = reversed[i]!;
      if (j <= i) continue;
      const a = re[i]!;
      const b = im[i]!;
      re[i] = re[j]!;
      im[i] = im[j]!;
      re[j] = a;
      im[j] = b;
    }
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half)
        for (let i = start, k = 0; i < start + half; i++, k += step) {
          const j = i + half;
          const a = re[j]! * cos[k]! + im[j]! * sin[k]!;
          const b = im[j]! * cos[k]! - re[j]! * sin[k]!;
          re[j] = re[i]! - a;
          im[j] = im[i]! - b;
          re[i] = re[i]! + a;
          im[i] = im[i]! + b;
        }
    }
  }

  /** In place, the exact reverse of `forward`. */
  invert(re: Float64Array, im: Float64Array): void {
    this.transform(im, re);
    for (let i = 0; i < this.size; i++) {
      re[i] = re[i]! / this.size;
      im[i] = im[i]! / this.size;
    }
  }
}

/** The periodic Hann window. */
export const makeHannWindow = (size: number): Float64Array =>
  Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
