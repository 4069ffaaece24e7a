import { readFile } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import { parseBmpHeader } from '../codecs/bmp-header.ts';
import { decodeBmpPixels } from '../codecs/bmp-pixels.ts';
import type { Picture } from '../pictures/picture.ts';
import { makePicture, type Pixels } from '../pictures/pixels.ts';
import { pngSignature } from '../pictures/png-chunks.ts';
import { checkSize, requirePage } from '../policy/checks.ts';
import type { Reader } from './reader.ts';
import { describePicture, readHeader } from './sharp.ts';

/** The largest bitmap in an icon: its directory has one byte per side. */
const maxIconPixels = 1024 * 1024;
const engines = ['sharp'];
/** The first four bytes of the file types. */
const icon = 0x00010000;
const cursor = 0x00020000;

/** ICO: reads the requested picture, or the largest one, with the most colours if sizes are equal. */
export const readIco: Reader = async ({ path }, wanted) => {
  const entries = parseEntries(await readFile(path));
  const page = requirePage(wanted.page, entries.length);
  const best = entries.reduce((most, each) =>
    (each.side - most.side || each.bits - most.bits) > 0 ? each : most,
  );
  const { data } = entries.find((_, index) => index === page) ?? best;
  return [data.subarray(0, 8).equals(pngSignature) ? await readPngEntry(data) : readBitmapEntry(data)];
};

interface Entry {
  side: number;
  bits: number;
  data: Buffer;
}

function parseEntries(file: Buffer): Entry[] {
  const kind = file.length < 6 ? undefined : file.readUInt32LE(0);
  if (kind !== icon && kind !== cursor) throw new JobFailure('unreadable_input', 'ico: no header');
  const count = file.readUInt16LE(4);
  const entries: Entry[] = [];
  for (let at = 6; at < 6 + count * 16 && at + 16 <= file.length; at += 16) {
    const length = file.readUInt32LE(at + 8);
    const start = file.readUInt32LE(at + 12);
    const data = file.subarray(start, start + length);
    if (data.length > 8)
      entries.push({
        side: (file[at] || 256) * (file[at + 1] || 256),
        // A cursor has its hot spot in this field.
        bits: kind === icon ? file.readUInt16LE(at + 6) : 0,
        data,
      });
  }
  if (entries.length === 0) throw new JobFailure('unreadable_input', 'ico: no pictures');
  return entries;
}

async function readPngEntry(data: Buffer): Promise<Picture> {
  const header = await readHeader(data, 'png');
  checkSize(header);
  return describePicture(data, header);
}

/** Reads a bitmap of twice its height: colours, then a mask of hidden pixels. */
function readBitmapEntry(data: Buffer): Picture {
  const both = parseBmpHeader(data);
  const header = { ...both, height: Math.floor(both.height / 2) };
  checkSize(header, maxIconPixels);
  const { width, height } = header;
  const mask = {
    ...header,
    bits: 1,
    compression: 'none' as const,
    pixels: header.pixels + countRowBytes(width, header.bits) * height,
  };
  // 32 bits include alpha, although the header of an icon never says so. If it is all zeros, the mask counts.
  const deep = header.bits === 32;
  const pixels = decodeBmpPixels(
    data,
    deep ? { ...header, masks: [0xff0000, 0xff00, 0xff, 0xff000000] } : header,
  );
  const masked = mask.pixels + countRowBytes(width, 1) * height <= data.length;
  const hidden =
    masked && !(deep && hasAlpha(pixels.data))
      ? decodeBmpPixels(data, setPlainPalette(mask)).data
      : undefined;
  return makePicture({ ...applyMask({ ...pixels, width, height }, hidden) }, { lossy: false, engines });
}

const countRowBytes = (width: number, bits: number): number => Math.floor((width * bits + 31) / 32) * 4;

/** The decoder makes an alpha of only zeros opaque, so one that varies is real. */
const hasAlpha = (rgba: Uint8Array): boolean => rgba.some((value, at) => at % 4 === 3 && value !== 255);

const setPlainPalette = <T extends { palette: Buffer }>(mask: T): T => ({
  ...mask,
  palette: Buffer.from([0, 0, 0, 255, 255, 255]),
});

function applyMask({ data, width, height, channels }: Pixels, hidden: Uint8Array | undefined): Pixels {
  const rgba = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const from = pixel * channels;
    for (let band = 0; band < 3; band++) rgba[pixel * 4 + band] = data[channels === 1 ? from : from + band]!;
    rgba[pixel * 4 + 3] = hidden?.[pixel] ? 0 : channels === 4 ? data[from + 3]! : 255;
  }
  return { data: rgba, width, height, channels: 4 };
}
