import { poppler } from '../../../../engines/poppler/open.ts';

const row = /^\s*(\d+)\s+\d+\s+image\s+(\d+)\s+(\d+)\s.*?\s(\d+)\s+(\d+)\s+[\d.]+[BKMG]\s/gm;
const usual = 300;

interface Size {
  width: number;
  height: number;
}

export interface Scan {
  dpi: number;
  /** An image covers most of the page. */
  scanned: boolean;
}

/** The resolution of each page's scan, by page number: of its largest image, where that covers most of the page. */
export async function findScanResolutions(
  file: string,
  first: number,
  last: number,
  sizeOf: (page: number) => Size,
  dir: string,
): Promise<(page: number) => Scan> {
  const args = ['-list', '-f', String(first), '-l', String(last), file];
  const { stdout } = await poppler('pdfimages', args, dir);
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
