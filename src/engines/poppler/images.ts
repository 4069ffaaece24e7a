import { join } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import type { Converted } from '../conversion.ts';
import { pageRanges } from '../page-ranges.ts';
import { factsOf, opened, poppler } from './open.ts';

const defaultDpi = 150;
/** The most pixels of one page; a poster is drawn smaller than asked rather than not at all. */
const mostPixels = 100_000_000;
const mostPages = 2000;

async function pageSize(input: string, page: number, dir: string): Promise<[number, number]> {
  const { stdout } = await poppler('pdfinfo', ['-f', String(page), '-l', String(page), input], dir);
  const [, width, height] = /^Page\s+\d+ size:\s+([\d.]+) x ([\d.]+)/m.exec(stdout.toString('utf8')) ?? [];
  return [Number(width ?? 612), Number(height ?? 792)];
}

/** Draws each page as a PNG. */
export async function pdfToImages(
  input: string,
  dir: string,
  options: { pages: string | undefined; password: string | undefined; dpi: number | undefined },
  progress: (percent: number) => void,
): Promise<Converted[]> {
  const file = await opened(input, dir, options.password);
  const { pages: count } = await factsOf(file, dir);
  const ranges = pageRanges(options.pages, count);
  const pages = ranges.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i),
  );
  if (pages.length > mostPages) throw new JobFailure('limit_exceeded', `${pages.length} page images`);
  const width = String(count).length;
  const made: Converted[] = [];
  for (const [index, page] of pages.entries()) {
    const [across, down] = await pageSize(file, page, dir);
    const dpi = Math.min(
      options.dpi ?? defaultDpi,
      Math.floor(72 * Math.sqrt(mostPixels / (across * down))) || 1,
    );
    const stem = join(dir, `page-${index}`);
    const args = [
      '-png',
      '-singlefile',
      '-cropbox',
      '-r',
      String(dpi),
      '-f',
      String(page),
      '-l',
      String(page),
      file,
      stem,
    ];
    const megapixel = (across * down * (dpi / 72) ** 2) / 1e6;
    await poppler('pdftoppm', args, dir, { work: { drawnPage: 1, megapixel } });
    made.push({ path: `${stem}.png`, label: String(page).padStart(width, '0'), metadata: { page, dpi } });
    progress((100 * (index + 1)) / pages.length);
  }
  return made;
}
