import { readFile, writeFile } from 'node:fs/promises';
import type { Picture, SmallerPicture } from '../../../engines/pikepdf/pictures.ts';
import { type Sharp, sharp } from '../../../engines/sharp/engine.ts';
import { estimateJpegQuality } from './jpeg-quality.ts';

// The share of the size that a new encoding may have at most, since it costs quality.
const worthIt = 0.9;
// A JPEG whose quality is at most this much above the target would hardly get smaller.
const littleFiner = 3;
// JPEG is bad for drawings and screenshots, which are small without it; there it must save much to be chosen.
const photographic = 0.5;
const maxPixels = 400_000_000;
// Slower encoding does not pay off for images larger than these.
const progressivePixels = 12_000_000;
const carefulPngPixels = 2_000_000;

/** Reduces a picture to the needed resolution. Returns undefined if that gains nothing. */
export async function reducePicture(picture: Picture, quality: number): Promise<SmallerPicture | undefined> {
  const resampled = picture.neededWidth < picture.width;
  const file = await readFile(picture.path);
  if (picture.jpeg && !resampled && (estimateJpegQuality(file) ?? 100) <= quality + littleFiner)
    return undefined;
  const image = await openAtNeededSize(picture, file);
  if (!image) return undefined;
  const size = { width: picture.neededWidth, height: picture.neededHeight };
  const pixels = size.width * size.height;
  // Decoding takes longer than the 2 to 8 % saved by progressive order are worth; trellis quantisation takes
  // eight times as long.
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

/** A new encoding of a picture. */
export interface Encoded {
  data: Buffer;
  encoding: SmallerPicture['encoding'];
  width: number;
  height: number;
}

/**
 * Encodes a picture at a resolution and quality, however little that gains. Returns undefined if it cannot be
 * decoded as the document describes it.
 */
export async function encodePicture(
  picture: Picture,
  { dpi, quality }: { dpi: number; quality: number },
): Promise<Encoded | undefined> {
  const scale = Math.min(1, dpi / picture.resolution);
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const sized = { ...picture, neededWidth: width, neededHeight: height };
  const image = await openAtNeededSize(sized, await readFile(picture.path));
  if (!image) return undefined;
  const jpeg = await image.clone().jpeg({ quality, quantisationTable: 3 }).toBuffer();
  const rows = picture.jpeg ? undefined : await packRows(image, false);
  return rows && rows.length < jpeg.length
    ? { data: rows, encoding: 'rows', width, height }
    : { data: jpeg, encoding: 'jpeg', width, height };
}

export async function writeEncoded(picture: Picture, encoded: Encoded): Promise<SmallerPicture> {
  const { data, ...size } = encoded;
  const path = `${picture.path}-smaller`;
  await writeFile(path, data);
  return { objects: picture.objects, path, channels: picture.channels, ...size };
}

/** The beginning of the marker that a JPEG file in CMYK needs: with it samples are inverted when they are read and when they are written. */
const adobeMarker = Buffer.from('ffee000e41646f6265', 'hex');

/**
 * Opens the picture at the needed size. Returns undefined if the file does not match the document's
 * description.
 */
async function openAtNeededSize(picture: Picture, file: Buffer): Promise<Sharp | undefined> {
  const { width, height, channels, neededWidth, neededHeight } = picture;
  // The document defines the colours; a profile inside a JPEG file does not count.
  const source = picture.jpeg
    ? sharp(file, { ignoreIcc: true, failOn: 'none', limitInputPixels: maxPixels })
    : sharp(file, { raw: { width, height, channels }, limitInputPixels: maxPixels });
  if (picture.jpeg && !(await matchesDescription(source, picture))) return undefined;
  if (channels === 4) {
    if (!file.includes(adobeMarker)) return undefined;
    source.pipelineColourspace('cmyk');
  }
  const sized =
    neededWidth < width
      ? source.resize(neededWidth, neededHeight, { fit: 'fill', kernel: 'lanczos3' })
      : source;
  const space = channels === 1 ? 'b-w' : channels === 3 ? 'srgb' : 'cmyk';
  if (picture.jpeg) return sized.toColourspace(space);
  // The picture is encoded twice, but resampled only once.
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
      (space === 'cmyk') === (channels === 4)
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

/** Encodes the image losslessly, as the compressed rows of a PNG file. */
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
