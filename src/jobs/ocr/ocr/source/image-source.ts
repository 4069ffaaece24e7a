import { join } from 'node:path';
import { JobFailure } from '../../../../contract/failure.ts';
import type { PageSpan } from '../../../../engines/page-spans.ts';
import { type Metadata, sharp } from '../../../../engines/sharp/engine.ts';
import { explainSharpError } from '../../../../engines/sharp/errors.ts';
import { readPixelHeights } from '../../../image/codecs/tiff-pixels.ts';
import { checkSize } from '../../../image/policy/checks.ts';
import { readHeader } from '../../../image/readers/sharp.ts';
import type { RunInput } from '../../../run.ts';
import { renderGrey } from '../pixels.ts';
import { type InputImage, measureUpright, writeImagesAsPdf } from './image-pdf.ts';
import { maxPages, maxPixels, type Source, type SourcePage } from './source.ts';

export interface ImageReading {
  spans: readonly PageSpan[];
  dpi: number | undefined;
  dir: string;
}

/** Opens the pages of an image, upright according to EXIF. */
export async function openImageSource(input: RunInput, reading: ImageReading): Promise<Source> {
  const images = await listImages(input, reading.dpi);
  return {
    pages: listPageIndexes(reading.spans, images.length)
      .flatMap(index => images.slice(index, index + 1))
      .map(describePage),
    count: images.length,
    engines: ['sharp'],
    facts: {},
    document: async () => {
      const path = join(reading.dir, 'images.pdf');
      await writeImagesAsPdf(images, path).catch(error => {
        throw explainSharpError(error);
      });
      return path;
    },
    hasLostPictures: () => false,
    close: () => {},
  };
}

async function listImages({ path, format }: RunInput, dpi: number | undefined): Promise<InputImage[]> {
  try {
    const first = await readHeader(path, format);
    const count = format === 'tiff' ? (first.pages ?? 1) : 1;
    if (count > maxPages) throw new JobFailure('limit_exceeded', `${count} pages`);
    const heights = format === 'tiff' ? await readPixelHeights(path, count) : [];
    const images: InputImage[] = [];
    for (let page = 0; page < count; page++) {
      const header = page === 0 ? first : await readHeader(path, format, page);
      checkSize(header);
      const pixelHeight = heights[page] ?? 1;
      const stated = findResolution(header) * Math.max(1, 1 / pixelHeight);
      images.push({ path, page, header, dpi: dpi ?? stated, pixelHeight });
    }
    return images;
  } catch (error) {
    throw explainSharpError(error);
  }
}

/**
 * Returns the resolution stated by the file. If it is a placeholder written by programs that do not know it,
 * the image counts as a page of A4.
 */
function findResolution({ density, width, height }: Metadata): number {
  if (density !== undefined && density > 72 && density <= 2400) return density;
  return Math.max(96, Math.round(Math.max(width, height) / 11.7));
}

function describePage(image: InputImage): SourcePage {
  const { width, height } = measureUpright(image);
  const shrink = Math.min(1, Math.sqrt(maxPixels / (width * height)));
  const size = { width: Math.ceil(width * shrink), height: Math.ceil(height * shrink) };
  return {
    number: image.page + 1,
    ...size,
    dpi: image.dpi * shrink,
    grey: () => {
      const upright = sharp(image.path, { page: image.page, limitInputPixels: false, failOn: 'error' })
        .autoOrient()
        .flatten({ background: '#fff' });
      const isResized = shrink < 1 || (image.pixelHeight ?? 1) !== 1;
      const sized = isResized ? upright.resize({ ...size, fit: 'fill' }) : upright;
      return renderGrey(sized.greyscale()).catch(error => {
        throw explainSharpError(error);
      });
    },
  };
}

/** Lists the indexes of the selected pages without duplicates, from 0. */
function listPageIndexes(spans: readonly PageSpan[], count: number): number[] {
  const indexes = new Set<number>();
  for (const span of spans) {
    const [first, last] = span.map(page => (page < 0 ? count + page : page - 1)) as [number, number];
    for (const end of [first, last])
      if (end < 0 || end >= count)
        throw new JobFailure(
          'page_missing',
          `page ${span.join('-')} of ${count} was requested`,
          String(span[end === first ? 0 : 1]),
        );
    const step = first <= last ? 1 : -1;
    for (let index = first; index !== last + step; index += step) indexes.add(index);
  }
  return [...indexes];
}
