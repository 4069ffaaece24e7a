import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { type Metadata, sharp } from '../../../../engines/sharp/engine.ts';
import { PdfFile } from '../../../image/codecs/pdf-file.ts';
import { takePngRows } from '../../../image/codecs/pdf-rows.ts';

/** One image of an input. A TIFF may hold many. */
export interface InputImage {
  path: string;
  page: number;
  header: Metadata;
  dpi: number;
  /** How many times as high as wide its pixels are; they are square if this is missing. Those of faxes are up to twice as high. */
  pixelHeight?: number;
}

/** Measures an image upright and with square pixels, of which it has no fewer in either direction. */
export function measureUpright({ header, pixelHeight = 1 }: Pick<InputImage, 'header' | 'pixelHeight'>) {
  const { width, height } = header.autoOrient;
  const [across, down] = [Math.max(1, 1 / pixelHeight), Math.max(1, pixelHeight)];
  const isTurned = (header.orientation ?? 1) > 4;
  return {
    width: Math.round(width * (isTurned ? down : across)),
    height: Math.round(height * (isTurned ? across : down)),
  };
}

/** The largest page that PDF allows: 200 inches. */
const maxPoints = 14_400;
/** Degrees clockwise for EXIF orientations; a page cannot be mirrored. */
const turns: Record<number, number> = { 1: 0, 3: 180, 6: 90, 8: 270 };

interface Embedded {
  width: number;
  height: number;
  /** Degrees clockwise by which the page shows it rotated. */
  turn: number;
  dictionary: string;
  data: Buffer;
  profile?: { data: Buffer; channels: number };
}

/**
 * Writes a PDF with one image per page and all of its pixels: a JPEG's own bytes, or pixels compressed
 * losslessly.
 */
export async function writeImagesAsPdf(images: readonly InputImage[], path: string): Promise<void> {
  await using pdf = await PdfFile.create(path);
  const [catalogue, tree] = [pdf.reserve(), pdf.reserve()];
  const pages: number[] = [];
  for (const image of images) pages.push(await writePage(pdf, tree, image, await embedImage(image)));
  await pdf.object(catalogue, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  const kids = pages.map(page => `${page} 0 R`).join(' ');
  await pdf.object(tree, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  await pdf.finish(catalogue);
}

async function writePage(pdf: PdfFile, tree: number, { dpi }: InputImage, image: Embedded): Promise<number> {
  const [page, content, picture] = [pdf.reserve(), pdf.reserve(), pdf.reserve()];
  const scale = Math.min(72 / dpi, maxPoints / Math.max(image.width, image.height));
  const [width, height] = [image.width, image.height].map(side => Number((side * scale).toFixed(3)));
  await pdf.object(
    page,
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${image.turn} ` +
      `/Contents ${content} 0 R /Resources << /XObject << /Image ${picture} 0 R >> >> >>`,
  );
  await pdf.stream(content, '', Buffer.from(`q ${width} 0 0 ${height} 0 0 cm /Image Do Q`, 'latin1'));
  const profile = image.profile && { ...image.profile, id: pdf.reserve() };
  const space = profile ? ` /ColorSpace [/ICCBased ${profile.id} 0 R]` : '';
  await pdf.stream(
    picture,
    `/Type /XObject /Subtype /Image /Width ${image.width} /Height ${image.height} ${image.dictionary}${space}`,
    image.data,
  );
  if (profile) await pdf.stream(profile.id, `/N ${profile.channels}`, profile.data);
  return page;
}

function embedImage(image: InputImage): Promise<Embedded> {
  const { header } = image;
  const turn = turns[header.orientation ?? 1];
  if (header.format === 'jpeg' && turn !== undefined) return embedJpeg(image, turn);
  return header.bitsPerSample === 1 && header.channels === 1 ? embedBits(image) : embedRows(image);
}

function openUpright(image: InputImage) {
  const { path, page, pixelHeight = 1 } = image;
  const upright = sharp(path, { page, limitInputPixels: false }).autoOrient().flatten({ background: '#fff' });
  return pixelHeight === 1 ? upright : upright.resize({ ...measureUpright(image), fit: 'fill' });
}

const devices: Record<number, string> = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' };

async function embedJpeg({ path, header }: InputImage, turn: number): Promise<Embedded> {
  const { width, height, channels, icc } = header;
  const data = await readFile(path);
  // Adobe's programs, and others that follow them, store CMYK inverted.
  const inverted = channels === 4 && hasAdobeMarker(data);
  const dictionary = `/Filter /DCTDecode /BitsPerComponent 8${inverted ? ' /Decode [1 0 1 0 1 0 1 0]' : ''}`;
  return {
    width,
    height,
    turn,
    data,
    ...(icc
      ? { dictionary, profile: { data: icc, channels } }
      : { dictionary: `${dictionary} /ColorSpace ${devices[channels]}` }),
  };
}

function hasAdobeMarker(jpeg: Buffer): boolean {
  for (let at = 2; at + 4 < jpeg.length && jpeg[at] === 0xff; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if (jpeg[at + 1] === 0xee && jpeg.toString('latin1', at + 4, at + 9) === 'Adobe') return true;
    if (jpeg[at + 1] === 0xda) return false;
  }
  return false;
}

/** Embeds a black and white image with eight pixels per byte. */
async function embedBits(image: InputImage): Promise<Embedded> {
  const { data, info } = await openUpright(image)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const stride = Math.ceil(width / 8);
  const rows = Buffer.alloc(stride * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += channels)
      if (data[at]! > 127) rows[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
  const dictionary = '/Filter /FlateDecode /ColorSpace /DeviceGray /BitsPerComponent 1';
  return { width, height, turn: 0, dictionary, data: deflateSync(rows, { level: 9 }) };
}

/** Grey stays grey, with the same depth. */
function chooseColourSpace({ channels, depth }: InputImage['header']): string {
  const fine = depth === 'ushort';
  if (channels <= 2) return fine ? 'grey16' : 'b-w';
  return fine ? 'rgb16' : 'srgb';
}

async function embedRows(image: InputImage): Promise<Embedded> {
  const png = await openUpright(image)
    .toColourspace(chooseColourSpace(image.header))
    .png({ adaptiveFiltering: true, palette: false })
    .toBuffer();
  return { ...takePngRows(png), turn: 0 };
}
