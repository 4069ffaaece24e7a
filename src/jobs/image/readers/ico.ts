import { readFile } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import { parseBmpHeader } from '../codecs/bmp-header.ts';
import { decodeBmpPixels } from '../codecs/bmp-pixels.ts';
import type { Picture } from '../pictures/picture.ts';
import { type Pixels, pictureFromPixels } from '../pictures/pixels.ts';
import { pngSignature } from '../pictures/png-chunks.ts';
import { checkSize, requirePage } from '../policy/checks.ts';
import type { Reader } from './reader.ts';
import { describePicture, readHeader } from './sharp.ts';

/** An icon's picture that is no PNG is a bitmap of at most this: its directory has one byte a side. */
const maxIconPixels = 1024 * 1024;
const engines = ['sharp'];
/** What the first four bytes are. */
const icon = 0x00010000;
const cursor = 0x00020000;

/** ICO: the largest of its pictures, the one with most colours among equals; or the one asked for. */
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
        // A cursor has its hot spot there.
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

/** A bitmap of twice its height: colours, then a mask of what does not show. */
function readBitmapEntry(data: Buffer): Picture {
  const both = parseBmpHeader(data);
  const header = { ...both, height: Math.floor(both.height / 2) };
  checkSize(header, maxIconPixels);
  const { width, height } = header;
  const mask = {
    ...header,
    bits: 1,
    compression: 'none' as const,
    pixels: header.pixels + rowBytes(width, header.bits) * height,
  };
  // 32 bits carry alpha, though the header of an icon never says so; all zeros mean that the mask counts.
  const deep = header.bits === 32;
  const pixels = decodeBmpPixels(
    data,
    deep ? { ...header, masks: [0xff0000, 0xff00, 0xff, 0xff000000] } : header,
  );
  const masked = mask.pixels + rowBytes(width, 1) * height <= data.length;
  const hidden =
    masked && !(deep && hasAlpha(pixels.data))
      ? decodeBmpPixels(data, setPlainPalette(mask)).data
      : undefined;
  return pictureFromPixels({ ...applyMask({ ...pixels, width, height }, hidden) }, { lossy: false, engines });
}

const rowBytes = (width: number, bits: number): number => Math.floor((width * bits + 31) / 32) * 4;

/** The decoder makes an alpha of nothing but zeros opaque, so one that varies is real. */
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
