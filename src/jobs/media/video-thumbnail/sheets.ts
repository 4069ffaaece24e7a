import { join } from 'node:path';
import { convertMedia } from '../../../engines/ffmpeg/engine.ts';
import { writeSubtitles } from '../subtitles/write.ts';

interface Layout {
  columns: number;
  rows: number;
  /** Pixels between the frames. */
  gap: number;
}

/** Puts frames side by side onto as many sheets as they need. They lie in the work folder as `frame-1.png` and so on. */
export async function makeSheets(
  dir: string,
  frames: number,
  { columns, rows, gap }: Layout,
  codec: readonly string[],
  extension: string,
): Promise<string[]> {
  const tile = `tile=${columns}x${rows}:padding=${gap}:margin=${gap}:color=white`;
  const own = ['-protocol_whitelist', 'file', '-f', 'image2', '-framerate', '1', '-start_number', '1'];
  await convertMedia({
    dir,
    args: [
      ...[...own, '-i', 'file:frame-%d.png', '-frames:v', String(Math.ceil(frames / columns / rows))],
      ...['-vf', tile, ...codec, '-f', 'image2', '-y', `file:sheet-%d.${extension}`],
    ],
  });
  return Array.from({ length: Math.ceil(frames / columns / rows) }, (_, at) =>
    join(dir, `sheet-${at + 1}.${extension}`),
  );
}

/** Writes which part of which sheet a player shows at which time. */
export function writeSpriteTimes(
  sheets: readonly string[],
  { columns, rows }: Layout,
  { width, height }: { width: number; height: number },
  times: readonly number[],
  step: number,
): string {
  const cues = times.map((_, at) => {
    const place = at % (columns * rows);
    const [x, y] = [(place % columns) * width, Math.floor(place / columns) * height];
    const sheet = encodeURIComponent(sheets[Math.floor(at / columns / rows)] ?? '');
    const text = `${sheet}#xywh=${x},${y},${width},${height}`;
    return { start: at * step, end: (at + 1) * step, text };
  });
  return writeSubtitles('vtt', cues);
}
