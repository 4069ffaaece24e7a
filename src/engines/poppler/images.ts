import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import type { Converted } from '../conversion.ts';
import type { ConversionOptions } from '../conversion-options.ts';
import { pageRanges } from '../page-ranges.ts';
import { sharp } from '../sharp/engine.ts';
import { decryptPdf, readFacts, runPoppler } from './open.ts';

const defaultDpi = 150;
/** The most pixels of one page; a poster is drawn smaller than asked rather than not at all. */
const maxPixels = 100_000_000;
const maxPages = 2000;

async function readPageSize(input: string, page: number, dir: string): Promise<[number, number]> {
  const { stdout } = await runPoppler('pdfinfo', ['-f', String(page), '-l', String(page), input], dir);
  const [, width, height] = /^Page\s+\d+ size:\s+([\d.]+) x ([\d.]+)/m.exec(stdout.toString('utf8')) ?? [];
  return [Number(width ?? 612), Number(height ?? 792)];
}

const pageImages = ['png', 'jpeg', 'webp', 'avif'] as const;
type PageImage = (typeof pageImages)[number];
export const isPageImage = (format: string): format is PageImage =>
  (pageImages as readonly string[]).includes(format);

interface ImageOptions extends Pick<ConversionOptions, 'pages' | 'password' | 'dpi' | 'width' | 'quality'> {
  format: PageImage;
}

const defaultQuality = 90;

/** Encodes a drawn page in the format asked for and returns its path. */
async function encodeImage(png: string, { format, quality = defaultQuality }: ImageOptions): Promise<string> {
  if (format === 'png') return png;
  const path = png.replace(/png$/, format);
  // AVIF at its usual effort would take longer than drawing the page.
  await sharp(png)
    .toFormat(format, { quality, ...(format === 'avif' && { effort: 2 }) })
    .toFile(path);
  await rm(png);
  return path;
}

/** Chooses the resolution that gives the width or the density asked for, within the limit of pixels. */
function chooseDpi({ dpi, width }: ImageOptions, across: number, down: number): number {
  const asked = width === undefined ? (dpi ?? defaultDpi) : (72 * width) / across;
  return Math.min(asked, Math.floor(72 * Math.sqrt(maxPixels / (across * down))) || 1);
}

/** Draws each page as an image. */
export async function pdfToImages(
  input: string,
  dir: string,
  options: ImageOptions,
  progress: (percent: number) => void,
): Promise<Converted[]> {
  const file = await decryptPdf(input, dir, options.password);
  const { pages: count } = await readFacts(file, dir);
  const ranges = pageRanges(options.pages, count);
  const pages = ranges.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i),
  );
  if (pages.length > maxPages) throw new JobFailure('limit_exceeded', `${pages.length} page images`);
  const digits = String(count).length;
  const made: Converted[] = [];
  for (const [index, page] of pages.entries()) {
    const [across, down] = await readPageSize(file, page, dir);
    const dpi = chooseDpi(options, across, down);
    const isLimited = options.width === undefined || dpi < (72 * options.width) / across;
    const size = isLimited
      ? ['-r', String(dpi)]
      : ['-scale-to-x', String(options.width), '-scale-to-y', '-1'];
    const stem = join(dir, `page-${index}`);
    const args = [
      '-png',
      '-singlefile',
      '-cropbox',
      ...size,
      '-f',
      String(page),
      '-l',
      String(page),
      file,
      stem,
    ];
    const megapixel = (across * down * (dpi / 72) ** 2) / 1e6;
    await runPoppler('pdftoppm', args, dir, { work: { drawnPage: 1, megapixel } });
    made.push({
      path: await encodeImage(`${stem}.png`, options),
      label: String(page).padStart(digits, '0'),
      metadata: { page, dpi: Math.round(dpi) },
    });
    progress((100 * (index + 1)) / pages.length);
  }
  return made;
}
