import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import { openDocument } from '../../../engines/pdfium/engine.ts';
import type { PageTurn } from '../../../engines/pikepdf/layout.ts';
import { findOrientation } from '../../../engines/tesseract/engine.ts';
import { measureSkew } from '../../image/scans/skew.ts';

/** The resolution at which the direction of letters in a scan can be told. */
const dpi = 150;
const longestSide = 3000;
/** The direction of a scan is trusted above this confidence. */
const minConfidence = 2;
/** The share of letters that must agree, and the letters there must be, to tell the direction of text. */
const minShare = 0.6;
const minLetters = 10;
/** The degrees within which a scan is straightened. A larger slant is hardly an accident of scanning. */
const minSlant = 0.3;
const maxSlant = 10;
/** How clearly lines must stand out at the angle that is measured. */
const minSharpness = 2;

type Turn = Pick<PageTurn, 'angle' | 'slant'>;

interface Reading {
  dir: string;
  progress(percent: number): void;
}

/**
 * Finds the pages that are not upright: by the direction of their text, or of the letters in their scan. Only scans can slant by a few degrees.
 */
export async function findTurns(path: string, { dir, progress }: Reading): Promise<PageTurn[]> {
  const document = await openDocument(await readFile(path));
  const turns: PageTurn[] = [];
  try {
    for (let index = 0; index < document.pageCount; index++) {
      const angle = findTextTurn(document, index);
      const turn = angle === undefined ? await findScanTurn(document, index, dir) : { angle, slant: 0 };
      if (turn.angle !== 0 || turn.slant !== 0) turns.push({ index, ...turn });
      progress((90 * (index + 1)) / document.pageCount);
    }
  } finally {
    document.close();
  }
  return turns;
}

/** Returns the turn that makes most letters upright; undefined for a page without enough of them. */
function findTextTurn(document: PdfiumDocument, index: number): number | undefined {
  const letters = document.read(index).glyphs.filter(({ text }) => /\p{L}|\p{N}/u.test(text));
  if (letters.length < minLetters) return undefined;
  for (const angle of [0, 90, 180, 270]) {
    const share = letters.filter(({ style }) => style.angle === angle).length / letters.length;
    if (share >= minShare) return (360 - angle) % 360;
  }
  return 0;
}

async function findScanTurn(document: PdfiumDocument, index: number, dir: string): Promise<Turn> {
  const size = document.pageSize(index);
  const scale = Math.min(dpi / 72, longestSide / Math.max(size.width, size.height));
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  if (width < 1 || height < 1) return { angle: 0, slant: 0 };
  const { data } = document.render(index, width, height);
  const path = join(dir, 'scan.png');
  const scan = sharp(data, { raw: { width, height, channels: 3 } }).greyscale();
  await scan.clone().png({ compressionLevel: 1 }).toFile(path);
  const found = await findOrientation(path, Math.round(72 * scale), dir);
  const angle = found && found.confidence >= minConfidence ? found.turn : 0;
  return { angle, slant: await findSlant(scan.rotate(angle)) };
}

/** Returns the slant of the lines in an upright scan; 0 if it is too small to be seen, or if no lines stand out. */
async function findSlant(scan: Sharp): Promise<number> {
  const { data, info } = await scan.raw().toBuffer({ resolveWithObject: true });
  const { angle, sharpness } = measureSkew({ data, width: info.width, height: info.height });
  const isSeen = Math.abs(angle) >= minSlant && Math.abs(angle) <= maxSlant;
  return isSeen && sharpness >= minSharpness ? angle : 0;
}
