import { readFile } from 'node:fs/promises';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Pixels of red, green, blue and opacity. */
export interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** A bar code or QR code, with its corners in pixels from the upper left. */
export interface Code {
  format: string;
  text: string;
  corners: { x: number; y: number }[];
}

const maxCodes = 255;
let ready: Promise<void> | undefined;

/** Loads the module from its package: by itself it would be fetched from the internet. */
async function load(): Promise<void> {
  const file = new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const { buffer, byteOffset, byteLength } = await readFile(file);
  const wasmBinary = (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
  prepareZXingModule({ overrides: { wasmBinary } });
}

/** Reads the codes in a picture; with `tryInvert`, white ones on dark ground too. */
export async function readCodes(picture: Pixels, { tryInvert = true } = {}): Promise<Code[]> {
  ready ??= load();
  await ready;
  const found = await readBarcodes(
    { ...picture, colorSpace: 'srgb' },
    { tryHarder: true, tryInvert, maxNumberOfSymbols: maxCodes },
  );
  return found.map(({ format, text, position: { topLeft, topRight, bottomRight, bottomLeft } }) => ({
    format,
    text,
    corners: [topLeft, topRight, bottomRight, bottomLeft],
  }));
}
