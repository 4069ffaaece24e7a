import { join } from 'node:path';
import sharp from 'sharp';
import { around, middleY } from '../../../documents/boxes.ts';
import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import type { Legibility, Sample } from './legible.ts';
import { placeWord, readLines, wantedDpi } from './seen-words.ts';

/** A uniform block of text, such as samples below each other. */
const blockSegmentation = 6;
const samplesOnSheet = 60;
/** Pixels between samples, and points around each. */
const sampleGap = 24;
const sampleRoom = 2;
const maxSampleWidth = 2400;
const samplingRounds = 3;

/** Recognises a piece of a line for each letter that is not known, many pieces at once. */
export async function learnLetters(
  document: PdfiumDocument,
  languages: readonly string[],
  dir: string,
  legibility: Legibility,
): Promise<void> {
  const scale = wantedDpi / 72;
  for (let round = 0; round < samplingRounds; round++) {
    const samples = legibility.takeSamples();
    for (let at = 0; at < samples.length; at += samplesOnSheet)
      await learnFromSheet(document, samples.slice(at, at + samplesOnSheet), {
        languages,
        dir,
        legibility,
        scale,
      });
  }
}

async function learnFromSheet(
  document: PdfiumDocument,
  samples: readonly Sample[],
  {
    languages,
    dir,
    legibility,
    scale,
  }: { languages: readonly string[]; dir: string; legibility: Legibility; scale: number },
): Promise<void> {
  let height = sampleGap;
  const rows = samples.flatMap(({ index, glyphs }) => {
    const { left, top, right, bottom } = around(glyphs);
    const box = {
      left: left - sampleRoom,
      top: top - sampleRoom,
      right: right + sampleRoom,
      bottom: bottom + sampleRoom,
    };
    if ((right - left) * scale > maxSampleWidth) return [];
    const drawn = document.renderPart(index, box, scale);
    const row = { index, glyphs, box, drawn, from: height };
    height += drawn.height + sampleGap;
    return [row];
  });
  const width = Math.max(0, ...rows.map(({ drawn }) => drawn.width)) + 2 * sampleGap;
  const image = join(dir, 'samples.png');
  await sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite(
      rows.map(({ drawn: { data, width, height }, from }) => ({
        input: Buffer.from(data.buffer, data.byteOffset, data.length),
        raw: { width, height, channels: 3 as const },
        left: sampleGap,
        top: from,
      })),
    )
    .greyscale()
    .png({ compressionLevel: 1 })
    .toFile(image);
  const lines = await readLines({ image, languages, segmentation: blockSegmentation, dpi: wantedDpi, dir });
  const words = lines.flat();
  for (const { index, glyphs, box, drawn, from } of rows) {
    const own = words.filter(word => middleY(word) >= from && middleY(word) <= from + drawn.height);
    const origin = { ...box, left: box.left - sampleGap / scale, top: box.top - from / scale };
    legibility.learn(
      index,
      glyphs,
      own.map(word => placeWord(word, origin, scale)),
    );
  }
}
