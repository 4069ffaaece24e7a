import { writeFile } from 'node:fs/promises';
import { sharp } from '../../../engines/sharp/engine.ts';
import { type ApngPart, joinApng } from '../codecs/apng.ts';
import { findChangedArea, readRawFrames } from '../pictures/frames.ts';
import type { Writer } from './writer.ts';

/** Writes an animated PNG: for each frame the rectangle that differs from the previous one. */
export const writeApng: Writer = async ([drawing], path) => {
  const { delay, loop, grey } = drawing.picture;
  const { frames, width, height, channels } = await readRawFrames(drawing, each =>
    each.open().toColourspace('srgb').ensureAlpha(),
  );
  const parts: ApngPart[] = [];
  for (const [index, frame] of frames.entries()) {
    const before = frames[index - 1];
    const area = findChangedArea(frame, before, width, height, channels);
    const png = await sharp(frame, { raw: { width, height, channels } })
      .extract(area)
      .toColourspace(grey ? 'b-w' : 'srgb')
      .png()
      .toBuffer();
    parts.push({ png, x: area.left, y: area.top, delay: delay[index] ?? 100 });
  }
  await writeFile(path, joinApng(width, height, loop, parts));
  return { width, height };
};
