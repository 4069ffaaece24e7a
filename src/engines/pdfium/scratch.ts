import { JobFailure } from '../../contract/failure.ts';
import type { Pdfium } from './module.ts';

const scratchBytes = 256;
const longestText = 64 * 1024;

export function allocate(lib: Pdfium, size: number): number {
  const pointer = lib.wasmExports.malloc(size);
  if (!pointer) throw new JobFailure('limit_exceeded', `pdfium has no room for ${size} bytes`);
  return pointer;
}

/** A small piece of PDFium's memory for the results that its functions write to pointers. */
export class Scratch {
  readonly #lib: Pdfium;
  readonly pointer: number;
  #floats: Float32Array;
  #doubles: Float64Array;

  constructor(lib: Pdfium) {
    this.#lib = lib;
    this.pointer = allocate(lib, scratchBytes);
    this.#floats = new Float32Array(lib.HEAPU8.buffer, this.pointer, scratchBytes / 4);
    this.#doubles = new Float64Array(lib.HEAPU8.buffer, this.pointer, scratchBytes / 8);
  }

  /** Views lose their memory when it grows. */
  #renew(): void {
    if (this.#floats.buffer === this.#lib.HEAPU8.buffer) return;
    this.#floats = new Float32Array(this.#lib.HEAPU8.buffer, this.pointer, scratchBytes / 4);
    this.#doubles = new Float64Array(this.#lib.HEAPU8.buffer, this.pointer, scratchBytes / 8);
  }

  float(index: number): number {
    this.#renew();
    return this.#floats[index]!;
  }

  double(index: number): number {
    this.#renew();
    return this.#doubles[index]!;
  }

  int(index: number): number {
    return new DataView(this.#lib.HEAPU8.buffer).getInt32(this.pointer + 4 * index, true);
  }

  /** The text that a function writes in UTF-16 when it is given a buffer and its length. */
  utf16(read: (buffer: number, bytes: number) => number): string {
    return this.#text(read, 'utf-16le');
  }

  utf8(read: (buffer: number, bytes: number) => number): string {
    return this.#text(read, 'utf-8');
  }

  #text(read: (buffer: number, bytes: number) => number, encoding: string): string {
    const size = Math.min(read(0, 0) >>> 0, longestText);
    if (size === 0) return '';
    const buffer = allocate(this.#lib, size);
    try {
      const written = Math.min(read(buffer, size) >>> 0, size);
      const bytes = this.#lib.HEAPU8.slice(buffer, buffer + written);
      return new TextDecoder(encoding).decode(bytes).replace(/\0+$/, '');
    } finally {
      this.#lib.wasmExports.free(buffer);
    }
  }

  free(): void {
    this.#lib.wasmExports.free(this.pointer);
  }
}
