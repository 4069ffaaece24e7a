import type { Sharp } from '../../../engines/sharp/engine.ts';
import { stripJpegMetadata } from '../codecs/jpeg.ts';
import { PdfFile } from '../codecs/pdf-file.ts';
import { type PdfRows, takePngRows } from '../codecs/pdf-rows.ts';
import type { Drawing, Encoding } from '../pictures/drawing.ts';
import type { Size } from '../policy/checks.ts';
import { readBytes } from '../readers/source.ts';
import type { Writer } from './writer.ts';

/**
 * Photos in a PDF are seldom compressed again, so their quality is a little higher than that of a plain JPEG.
 */
const photoQuality = 88;
/** The largest page that PDF allows: 200 inches. */
const maxPoints = 14_400;

/** Writes one page per picture, at the size given by its density. */
export const writePdf: Writer = async (drawings, path, encoding) => {
  await using pdf = await PdfFile.create(path);
  const [catalogue, tree] = [pdf.reserve(), pdf.reserve()];
  const pages: number[] = [];
  const addPage = async (drawing: Drawing): Promise<Size> => {
    const image = await encodeImage(drawing, encoding);
    pages.push(await writePage(pdf, tree, image, measurePage(drawing, image)));
    return { width: image.width, height: image.height };
  };
  const [first, ...others] = drawings;
  const size = await addPage(first);
  for (const drawing of others) await addPage(drawing);
  await pdf.object(catalogue, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  const kids = pages.map(page => `${page} 0 R`).join(' ');
  await pdf.object(tree, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  await pdf.finish(catalogue);
  return size;
};

interface Image extends PdfRows {
  /** The opacity of each pixel. */
  mask?: Image;
}

async function writePage(pdf: PdfFile, tree: number, image: Image, size: Size): Promise<number> {
  const [page, content, picture] = [pdf.reserve(), pdf.reserve(), pdf.reserve()];
  const writePoints = (side: number) => String(Number(side.toFixed(3)));
  const [width, height] = [writePoints(size.width), writePoints(size.height)];
  await pdf.object(
    page,
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R ` +
      `/Resources << /XObject << /Image ${picture} 0 R >> >> >>`,
  );
  await pdf.stream(content, '', Buffer.from(`q ${width} 0 0 ${height} 0 0 cm /Image Do Q`, 'latin1'));
  const mask = image.mask && { ...image.mask, id: pdf.reserve() };
  const writeEntry = (each: Image) =>
    `/Type /XObject /Subtype /Image /Width ${each.width} /Height ${each.height} ${each.dictionary}`;
  await pdf.stream(picture, writeEntry(image) + (mask ? ` /SMask ${mask.id} 0 R` : ''), image.data);
  if (mask) await pdf.stream(mask.id, writeEntry(mask), mask.data);
  return page;
}

/** Measures the page of a picture in points, by the density and the shape of its pixels. */
function measurePage({ picture }: Drawing, image: Size): Size {
  const density = picture.density >= 10 && picture.density <= 10_000 ? picture.density : 72;
  const [width, height] = [image.width, image.height * (picture.pixelHeight ?? 1)];
  const scale = Math.min(72 / density, maxPoints / Math.max(width, height));
  return { width: width * scale, height: height * scale };
}

/** Encodes a photo as JPEG, and everything else without loss. */
async function encodeImage(drawing: Drawing, encoding: Encoding): Promise<Image> {
  const { picture } = drawing;
  const photo = !encoding.lossless && (picture.lossy || encoding.quality !== undefined);
  const alpha = picture.alpha && encoding.background === undefined;
  const openColours = () => (alpha ? drawing.open().removeAlpha() : drawing.open());
  const asIs = drawing.untouched && picture.embeddable && encoding.quality === undefined;
  const image = asIs
    ? await embedOriginal(drawing)
    : photo
      ? await encodeJpeg(openColours(), encoding)
      : await encodeFlate(openColours());
  if (!alpha) return image;
  return { ...image, mask: await encodeFlate(drawing.open().extractChannel('alpha').toColourspace('b-w')) };
}

/** Embeds the input's own bytes after checking that they decode completely. */
async function embedOriginal({ picture, open }: Drawing): Promise<Image> {
  await open().resize(8, 8).raw().toBuffer();
  const data = stripJpegMetadata(await readBytes(picture.source as string | Buffer));
  return {
    width: picture.width,
    height: picture.height,
    dictionary: dctDictionary(picture.grey ? 1 : 3),
    data,
  };
}

const nameColourSpace = (channels: number) => (channels === 1 ? '/DeviceGray' : '/DeviceRGB');
const dctDictionary = (channels: number) =>
  `/Filter /DCTDecode /ColorSpace ${nameColourSpace(channels)} /BitsPerComponent 8`;

async function encodeJpeg(pipeline: Sharp, { quality = photoQuality }: Encoding): Promise<Image> {
  const { data, info } = await pipeline.jpeg({ quality }).toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, dictionary: dctDictionary(info.channels), data };
}

const encodeFlate = async (pipeline: Sharp): Promise<Image> =>
  takePngRows(await pipeline.png({ adaptiveFiltering: true }).toBuffer());
