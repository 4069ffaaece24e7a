import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { limits } from '../../../settings/limits.ts';
import type { RunOutput } from '../../run.ts';
import { addMark, type PageMarks } from './marks.ts';
import type { PagePair } from './pages.ts';
import { drawSheet } from './pictures.ts';
import type { ChangedArea } from './report.ts';
import { drawPair, findDifference } from './visual.ts';

interface Drawing {
  /** The marks of changed words; areas that look different are added to them. */
  marks: PageMarks;
  comparesLooks: boolean;
  /** The folder of pictures, and the name of the document that theirs begin with, where they are wanted. */
  pictures: { dir: string; filename: string } | undefined;
  progress(share: number): void;
}

/** Draws pairs of pages one by one, compares how they look, and writes pictures of those that differ. */
export async function drawPairs(
  old: PdfiumDocument,
  now: PdfiumDocument,
  pairs: readonly PagePair[],
  { marks, comparesLooks, pictures, progress }: Drawing,
): Promise<{ areas: ChangedArea[]; pictures: RunOutput[] }> {
  const areas: ChangedArea[] = [];
  const outputs: RunOutput[] = [];
  const digits = String(pairs.length).length;
  const isMarked = ({ old: left = -1, new: right = -1 }: PagePair) =>
    marks.old.has(left) || marks.new.has(right);
  for (const [at, pair] of pairs.entries()) {
    const { old: left = -1, new: right = -1 } = pair;
    if (!comparesLooks && !isMarked(pair)) continue;
    const drawn = drawPair(old, now, pair);
    const difference = comparesLooks && drawn.old && drawn.new && findDifference(drawn.old, drawn.new);
    if (comparesLooks) {
      const { width, height, scale } = (drawn.old ?? drawn.new)!;
      const whole = { left: 0, top: 0, right: width / scale, bottom: height / scale };
      for (const box of difference ? difference.areas : [whole]) {
        areas.push({ pair, box });
        if (drawn.old) addMark(marks.old, left, box, 'red');
        if (drawn.new) addMark(marks.new, right, box, 'green');
      }
    }
    // Two equal documents have a picture too: that of their first pages.
    const isLast = at === pairs.length - 1 && outputs.length === 0;
    if (pictures && (isMarked(pair) || isLast)) {
      if (outputs.length >= limits.outputFiles) throw new JobFailure('limit_exceeded', 'too many pictures');
      const shown = isMarked(pair) ? drawn : drawPair(old, now, pairs[0]!);
      const path = join(pictures.dir, `pair-${at}.png`);
      const sides = {
        old: { page: shown.old, marks: marks.old.get(left) ?? [] },
        new: { page: shown.new, marks: marks.new.get(right) ?? [] },
      };
      const size = await drawSheet(sides, difference || undefined, path);
      const number = String(at + 1).padStart(digits, '0');
      const pages = { ...(left >= 0 && { oldPage: left + 1 }), ...(right >= 0 && { newPage: right + 1 }) };
      outputs.push({
        path,
        filename: makeOutputName(pictures.filename, `-${number}.png`),
        format: 'png',
        metadata: { ...pages, ...size },
      });
    }
    progress((at + 1) / pairs.length);
  }
  return { areas, pictures: outputs };
}
