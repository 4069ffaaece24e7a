import { runPoppler } from './open.ts';

const row = /^\s*(\d+)\s+\d+\s+image\s+(\d+)\s+(\d+)\s.*?\s(\d+)\s+(\d+)\s+[\d.]+[BKMG]\s/gm;
const usual = 300;

interface Size {
  width: number;
  height: number;
}

export interface Scan {
  dpi: number;
  /** True if an image covers most of the page. */
  scanned: boolean;
}

/**
 * Finds the resolution of each page's scan, by page number: that of its largest image, where it covers most of the
 * page.
 */
export async function findScanResolutions(
  file: string,
  first: number,
  last: number,
  sizeOf: (page: number) => Size,
  dir: string,
): Promise<(page: number) => Scan> {
  const args = ['-list', '-f', String(first), '-l', String(last), file];
  const { stdout } = await runPoppler('pdfimages', args, dir);
  const found = new Map<number, { area: number; dpi: number }>();
  for (const [, page, width, height, across, down] of stdout.toString('utf8').matchAll(row)) {
    const [x, y] = [Number(across), Number(down)];
    if (x < 1 || y < 1) continue;
    const area = (Number(width) / x) * (Number(height) / y);
    const known = found.get(Number(page));
    if (!known || area > known.area) found.set(Number(page), { area, dpi: Math.max(x, y) });
  }
  return page => {
    const image = found.get(page);
    const { width, height } = sizeOf(page);
    if (!image || image.area < (width * height) / 72 / 72 / 2) return { dpi: usual, scanned: false };
    // Coarser than this no letter can be told; much finer only costs time.
    return { dpi: image.dpi < 50 || image.dpi > 400 ? usual : image.dpi, scanned: true };
  };
}

const sizeRow = /^Page\s+(\d+) size:\s+([\d.]+) x ([\d.]+)/gm;

/** Counts the pages that are mostly an image. */
export async function countScans(file: string, pages: readonly number[], dir: string): Promise<number> {
  if (pages.length === 0) return 0;
  const [first, last] = [Math.min(...pages), Math.max(...pages)];
  const { stdout } = await runPoppler('pdfinfo', ['-f', String(first), '-l', String(last), file], dir);
  const sizes = new Map(
    [...stdout.toString('utf8').matchAll(sizeRow)].map(([, page, width, height]) => [
      Number(page),
      { width: Number(width), height: Number(height) },
    ]),
  );
  const findSize = (page: number): Size => sizes.get(page) ?? { width: 612, height: 792 };
  const scanOf = await findScanResolutions(file, first, last, findSize, dir);
  return pages.filter(page => scanOf(page).scanned).length;
}
