import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { openDocument, type PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import { runPoppler } from '../../../engines/poppler/open.ts';
import { type Sharp, sharp } from '../../../engines/sharp/engine.ts';
import { zip } from '../../../lists.ts';
import type { ContentSize } from '../../../settings/content-size.ts';
import type { Work } from '../../../settings/work.ts';

export interface Drawing {
  path: string;
  bytes: Uint8Array;
  /** Pages with fonts that must come from the system, which only Poppler uses. */
  withoutFonts: ReadonlySet<number>;
  /** Points per unit of each rendered page. */
  units: readonly number[];
  dir: string;
  begin(work: Work): void;
  measure(size: ContentSize): Promise<void>;
}

export interface ImageOptions {
  format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif';
  dpi: number;
  /** Pixels across; `dpi` counts where it is left out. */
  width?: number | undefined;
  quality: number;
}

export interface DrawnPage {
  index: number;
  path: string;
  width: number;
  height: number;
  /** True if a picture on this page or one before it cannot be decoded. */
  hasLostPictures: boolean;
}

/** Pixels of one image. */
const maxPixels = 100_000_000;
/** Images that are encoded while the next page is rendered. */
const encodedAtOnce = 2;
/** Only one image larger than this is in memory at a time. */
const largePixels = 25_000_000;

/** Renders pages one by one in the given order, and encodes them in parallel. */
export async function* drawPages(
  drawing: Drawing,
  indexes: readonly number[],
  options: ImageOptions,
): AsyncGenerator<DrawnPage> {
  const document = await openDocument(drawing.bytes);
  const waiting: Promise<DrawnPage>[] = [];
  try {
    for (const [index, units] of zip(indexes, drawing.units)) {
      const size = chooseImageSize(document, index, units, options);
      const path = join(drawing.dir, `image-${index}`);
      const megapixels = (size.width * size.height) / 1e6;
      await drawing.measure({ megapixels });
      drawing.begin({ drawnPage: 1, megapixel: megapixels });
      const image = drawing.withoutFonts.has(index)
        ? await drawByPoppler(drawing, index, size)
        : drawByPdfium(document, index, size);
      const page = { index, path, ...size, hasLostPictures: document.hasLostPictures() };
      waiting.push(encodePage(image, options, path).then(() => page));
      const atOnce = size.width * size.height > largePixels ? 0 : encodedAtOnce;
      while (waiting.length > atOnce) yield await waiting.shift()!;
    }
    while (waiting.length) yield await waiting.shift()!;
  } finally {
    document.close();
    await Promise.allSettled(waiting);
  }
}

function chooseImageSize(
  document: PdfiumDocument,
  index: number,
  units: number,
  { dpi, width: across }: ImageOptions,
): { width: number; height: number } {
  const points = document.pageSize(index);
  const scale = across === undefined ? (dpi * units) / 72 : across / points.width;
  const width = Math.max(1, Math.round(points.width * scale));
  const height = Math.max(1, Math.round(points.height * scale));
  if (width * height > maxPixels)
    throw new JobFailure('limit_exceeded', `page ${index + 1} would be ${width} by ${height} pixels`);
  return { width, height };
}

function drawByPdfium(
  document: PdfiumDocument,
  index: number,
  size: { width: number; height: number },
): Sharp {
  const { data, width, height } = document.render(index, size.width, size.height);
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function drawByPoppler(
  { path, dir }: Drawing,
  index: number,
  { width, height }: { width: number; height: number },
): Promise<Sharp> {
  const stem = join(dir, `drawn-${index}`);
  const page = String(index + 1);
  const size = ['-scale-to-x', String(width), '-scale-to-y', String(height)];
  await runPoppler(
    'pdftoppm',
    ['-png', '-singlefile', '-cropbox', '-f', page, '-l', page, ...size, path, stem],
    dir,
    { work: { drawnPage: 1, megapixel: (width * height) / 1e6 } },
  );
  return sharp(`${stem}.png`);
}

function encodePage(image: Sharp, { format, dpi, quality }: ImageOptions, path: string): Promise<unknown> {
  const dense = image.withMetadata({ density: dpi });
  switch (format) {
    case 'png':
      return dense.png({ compressionLevel: 6 }).toFile(path);
    case 'jpeg':
      return dense.jpeg({ quality, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0' }).toFile(path);
    case 'webp':
      return dense.webp({ quality, effort: 2 }).toFile(path);
    case 'avif':
      return dense.avif({ quality, effort: 2 }).toFile(path);
    case 'gif':
      return dense.gif().toFile(path);
  }
}
