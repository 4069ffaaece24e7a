import { writeFile } from 'node:fs/promises';
import { sharp } from '../../engines/sharp/engine.ts';
import { type ApngPart, joinApng } from './apng.ts';
import { checkFrames } from './checks.ts';
import { changedArea } from './frames.ts';
import { maxHeldPixels } from './limits.ts';
import type { Writer } from './writer.ts';

/** An animated PNG: of each frame the rectangle that differs from the frame before. */
export const writeApng: Writer = async ([drawing], path) => {
  const { frames, delay, loop, grey } = drawing.picture;
  checkFrames(drawing, frames, maxHeldPixels);
  const coloured = drawing.open().toColourspace('srgb').ensureAlpha();
  const { data, info } = await coloured.raw().toBuffer({ resolveWithObject: true });
  const { width, channels } = info;
  const height = info.height / frames;
  const size = width * height * channels;
  const parts: ApngPart[] = [];
  for (let index = 0; index < frames; index++) {
    const frame = data.subarray(index * size, (index + 1) * size);
    const before = index > 0 ? data.subarray((index - 1) * size, index * size) : undefined;
    const area = changedArea(frame, before, width, height, channels);
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
