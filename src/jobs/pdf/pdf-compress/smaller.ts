import { readFile, writeFile } from 'node:fs/promises';
import type { Picture, SmallerPicture } from '../../../engines/pikepdf/engine.ts';
import { type Sharp, sharp } from '../../../engines/sharp/engine.ts';
import { estimateJpegQuality } from './jpeg-quality.ts';

// A new encoding costs quality: it must be worth it.
const worthIt = 0.9;
// Written with no more quality than this above what is asked for, a JPEG file would hardly get smaller.
const littleFiner = 3;
// What JPEG does badly (drawings, screenshots) is small without it: there it must save much to be taken.
const photographic = 0.5;
const mostPixels = 400_000_000;
// What slower encoding gains is not worth the wait on images larger than these.
const progressivePixels = 12_000_000;
const carefulPngPixels = 2_000_000;

/** A picture no finer than needed, or undefined where that gains nothing. */
export async function reducePicture(picture: Picture, quality: number): Promise<SmallerPicture | undefined> {
  const resampled = picture.neededWidth < picture.width;
  const file = await readFile(picture.path);
  if (picture.jpeg && !resampled && (estimateJpegQuality(file) ?? 100) <= quality + littleFiner)
    return undefined;
  const image = await openAtNeededSize(picture, file);
  if (!image) return undefined;
  const size = { width: picture.neededWidth, height: picture.neededHeight };
  const pixels = size.width * size.height;
  // Decoding takes longer than the 2 to 8 % that progressive order saves; trellis quantisation takes eight times as long.
  const progressive = resampled && pixels <= progressivePixels;
  const jpeg = await image.clone().jpeg({ quality, quantisationTable: 3, progressive }).toBuffer();
  const rows = picture.jpeg ? undefined : await packRows(image, pixels <= carefulPngPixels);
  const data = pickSmaller(picture, jpeg, rows);
  if (!data) return undefined;
  const path = `${picture.path}-smaller`;
  await writeFile(path, data);
  const { objects, channels } = picture;
  return { objects, path, encoding: data === jpeg ? 'jpeg' : 'rows', channels, ...size };
}

/** The picture at the size it is needed in, or undefined where the file is not what the document says it is. */
async function openAtNeededSize(picture: Picture, file: Buffer): Promise<Sharp | undefined> {
  const { width, height, channels, neededWidth, neededHeight } = picture;
  // The document says what samples mean: a profile inside a JPEG file does not count there.
  const source = picture.jpeg
    ? sharp(file, { ignoreIcc: true, failOn: 'none', limitInputPixels: mostPixels })
    : sharp(file, { raw: { width, height, channels }, limitInputPixels: mostPixels });
  if (picture.jpeg && !(await matchesDescription(source, picture))) return undefined;
  const sized =
    neededWidth < width
      ? source.resize(neededWidth, neededHeight, { fit: 'fill', kernel: 'lanczos3' })
      : source;
  const space = channels === 1 ? 'b-w' : 'srgb';
  if (picture.jpeg) return sized.toColourspace(space);
  // It will be encoded twice: resampling once is enough.
  const samples = await sized.toColourspace(space).raw().toBuffer();
  return sharp(samples, { raw: { width: neededWidth, height: neededHeight, channels } }).toColourspace(space);
}

async function matchesDescription(source: Sharp, picture: Picture): Promise<boolean> {
  try {
    const { width, height, channels, space } = await source.metadata();
    return (
      width === picture.width &&
      height === picture.height &&
      channels === picture.channels &&
      space !== 'cmyk'
    );
  } catch {
    return false;
  }
}

function pickSmaller(picture: Picture, jpeg: Buffer, rows: Buffer | undefined): Buffer | undefined {
  const enough = picture.size * worthIt;
  if (!rows) return jpeg.length <= enough ? jpeg : undefined;
  const resized = picture.neededWidth < picture.width;
  const lossless = resized ? rows.length : Math.min(rows.length, picture.size);
  if (jpeg.length <= Math.min(lossless * photographic, enough)) return jpeg;
  return rows.length <= enough ? rows : undefined;
}

/** The image without loss, as the compressed rows of a PNG file. */
async function packRows(image: Sharp, careful: boolean): Promise<Buffer> {
  const png = await image
    .clone()
    .png({ compressionLevel: 6, adaptiveFiltering: careful, palette: false })
    .toBuffer();
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return Buffer.concat(parts);
}
