import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import sharp from 'sharp';
import { openDocument } from '../../../engines/pdfium/engine.ts';
import type { AreaBox, ErasedPart, PicturePart, PlannedPicture } from '../../../engines/pikepdf/redaction.ts';
import type { Colour } from '../options/colour.ts';

const pack = promisify(deflate);
const quality = 90;
/** Pixels around a region that go with it where compression mixes neighbours. */
const mixedPixels = 1;

/** Erases the regions of planned pictures, one picture after another, since each may take much memory. */
export async function erasePictures(
  planned: readonly PlannedPicture[],
  colour: Colour,
): Promise<{ parts: ErasedPart[] }[]> {
  const made: { parts: ErasedPart[] }[] = [];
  for (const { regions, parts } of planned) {
    const erased: ErasedPart[] = [];
    for (const part of parts) erased.push(await erasePart(part, regions, colour));
    made.push({ parts: erased });
  }
  return made;
}

async function erasePart(
  part: PicturePart,
  regions: readonly AreaBox[],
  colour: Colour,
): Promise<ErasedPart> {
  const { width, height, kind, key, isLossy } = part;
  const document = await openDocument(await readFile(part.path));
  let pixels: Uint8Array;
  try {
    pixels = document.render(0, width, height).data;
  } finally {
    document.close();
  }
  // A stencil paints where it is black, unless it is turned round.
  const value = kind === 'mask' || (kind === 'stencil' && !part.isInverted) ? 255 : 0;
  const fill = kind === 'picture' ? colour.map(share => Math.round(255 * share)) : [value, value, value];
  for (const region of regions) fillRegion(pixels, width, height, region, fill, isLossy ? mixedPixels : 0);
  const path = `${part.path}.erased`;
  const made = { path, key, kind, width, height };
  const isGrey = kind !== 'picture' || pixels.every((sample, at) => sample === pixels[at - (at % 3)]);
  const samples = isGrey ? keepOneChannel(pixels) : pixels;
  const channels = isGrey ? 1 : 3;
  if (isLossy && kind === 'picture') {
    const raw = { width, height, channels } as const;
    await writeFile(
      path,
      await sharp(samples, { raw })
        .toColourspace(isGrey ? 'b-w' : 'srgb')
        .jpeg({ quality })
        .toBuffer(),
    );
    return { ...made, encoding: 'jpeg', channels, bits: 8 };
  }
  const isBilevel = kind === 'stencil' || (isGrey && samples.every(sample => sample === 0 || sample === 255));
  await writeFile(path, await pack(isBilevel ? packBits(samples, width, height) : samples));
  return { ...made, encoding: 'rows', channels, bits: isBilevel ? 1 : 8 };
}

function fillRegion(
  pixels: Uint8Array,
  width: number,
  height: number,
  [left, top, right, bottom]: AreaBox,
  fill: readonly number[],
  edge: number,
): void {
  const [x0, x1] = [
    Math.max(0, Math.floor(left * width) - edge),
    Math.min(width, Math.ceil(right * width) + edge),
  ];
  const [y0, y1] = [
    Math.max(0, Math.floor(top * height) - edge),
    Math.min(height, Math.ceil(bottom * height) + edge),
  ];
  const row = Buffer.alloc(3 * Math.max(0, x1 - x0), Buffer.from(fill));
  for (let y = y0; y < y1; y++) pixels.set(row, 3 * (y * width + x0));
}

function keepOneChannel(pixels: Uint8Array): Uint8Array {
  const samples = new Uint8Array(pixels.length / 3);
  for (let at = 0; at < samples.length; at++) samples[at] = pixels[3 * at]!;
  return samples;
}

function packBits(samples: Uint8Array, width: number, height: number): Uint8Array {
  const stride = Math.ceil(width / 8);
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (samples[y * width + x]! > 127) rows[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
  return rows;
}
