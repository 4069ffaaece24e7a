import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import { openDocument } from '../../../engines/pdfium/engine.ts';
import { findOrientation } from '../../../engines/tesseract/engine.ts';

/** The resolution at which the direction of letters in a scan can be told. */
const dpi = 150;
const longestSide = 3000;
/** The direction of a scan is trusted above this confidence. */
const leastConfidence = 2;
/** The share of letters that must agree, and the letters there must be, to tell the direction of text. */
const leastShare = 0.6;
const leastLetters = 10;

/** A page (from 0), and the degrees by which it must be turned clockwise. */
export interface PageTurn {
  index: number;
  angle: number;
}

interface Reading {
  dir: string;
  progress(percent: number): void;
}

/** Finds the pages that are not upright: by the direction of their text, or of the letters in their scan. */
export async function findTurns(path: string, { dir, progress }: Reading): Promise<PageTurn[]> {
  const document = await openDocument(await readFile(path));
  const turns: PageTurn[] = [];
  try {
    for (let index = 0; index < document.pageCount; index++) {
      const angle = findTextTurn(document, index) ?? (await findScanTurn(document, index, dir));
      if (angle !== 0) turns.push({ index, angle });
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
  if (letters.length < leastLetters) return undefined;
  for (const angle of [0, 90, 180, 270]) {
    const share = letters.filter(({ style }) => style.angle === angle).length / letters.length;
    if (share >= leastShare) return (360 - angle) % 360;
  }
  return 0;
}

async function findScanTurn(document: PdfiumDocument, index: number, dir: string): Promise<number> {
  const size = document.pageSize(index);
  const scale = Math.min(dpi / 72, longestSide / Math.max(size.width, size.height));
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  if (width < 1 || height < 1) return 0;
  const { data } = document.render(index, width, height);
  const path = join(dir, 'scan.png');
  await sharp(data, { raw: { width, height, channels: 3 } })
    .greyscale()
    .png({ compressionLevel: 1 })
    .toFile(path);
  const found = await findOrientation(path, Math.round(72 * scale), dir);
  return found && found.confidence >= leastConfidence ? found.turn : 0;
}
