import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import {
  convertMedia,
  type MediaFile,
  makeVideoInputArguments,
  type Video,
} from '../../../engines/ffmpeg/engine.ts';
import type { Steps } from './times.ts';

export interface Taking {
  dir: string;
  /** The filters from a frame of the video to a picture. */
  filters: string[];
  /** The codec's arguments, and the extension of the pictures. */
  codec: string[];
  extension: string;
  progress(fraction: number): void;
}

export interface TakenFrame {
  path: string;
  seconds: number;
}

/** A few frames are found by jumping to each; more of them by going through the video once. */
const maxJumps = 16;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Takes the frame shown at a time: the last one where the picture ends before. */
async function takeFrame(file: MediaFile, video: Video, seconds: number, path: string, taking: Taking) {
  const { dir, filters, codec } = taking;
  const write = (from: number, ...limit: string[]) =>
    convertMedia({
      dir,
      args: [
        ...['-ss', from.toFixed(3), ...makeVideoInputArguments(file, video), '-map', `0:${video.stream}`],
        ...[
          '-vf',
          filters.join(','),
          ...limit,
          ...codec,
          '-update',
          '1',
          '-f',
          'image2',
          '-y',
          `file:${path}`,
        ],
      ],
    });
  const { isDamaged } = await write(seconds, '-frames:v', '1');
  if (!(await exists(path))) await write(Math.max(0, seconds - 3));
  if (!(await exists(path))) throw new JobFailure('start_beyond_end', `there is no frame at ${seconds} s`);
  return isDamaged;
}

/** Takes the frames at these times. */
export async function takeFramesAt(
  file: MediaFile,
  video: Video,
  times: readonly number[],
  taking: Taking,
): Promise<{ frames: TakenFrame[]; isDamaged: boolean }> {
  const frames: TakenFrame[] = [];
  let isDamaged = false;
  for (const [at, seconds] of times.entries()) {
    const path = join(taking.dir, `frame-${at + 1}.${taking.extension}`);
    isDamaged = (await takeFrame(file, video, seconds, path, taking)) || isDamaged;
    frames.push({ path, seconds });
    taking.progress((at + 1) / times.length);
  }
  return { frames, isDamaged };
}

/** Takes frames at equal distances. */
export async function takeFramesEvery(
  file: MediaFile,
  video: Video,
  { first, step, count }: Steps,
  taking: Taking,
): Promise<{ frames: TakenFrame[]; isDamaged: boolean }> {
  const times = Array.from({ length: count }, (_, at) => first + at * step);
  if (count <= maxJumps && video.seconds > count) return takeFramesAt(file, video, times, taking);
  const { dir, filters, codec, extension, progress } = taking;
  const chosen = `select=gte(t+0.001\\,${first}+selected_n*${step})`;
  const { isDamaged } = await convertMedia({
    dir,
    args: [
      ...[
        ...makeVideoInputArguments(file, video),
        '-map',
        `0:${video.stream}`,
        '-vf',
        [chosen, ...filters].join(','),
      ],
      ...['-fps_mode', 'passthrough', '-frames:v', String(count), ...codec],
      ...['-f', 'image2', '-y', `file:frame-%d.${extension}`],
    ],
    seconds: video.seconds,
    progress,
  });
  const all = times.map((seconds, at) => ({ path: join(dir, `frame-${at + 1}.${extension}`), seconds }));
  const found = await Promise.all(all.map(({ path }) => exists(path)));
  const frames = all.filter((_, at) => found[at]);
  if (frames.length === 0) throw new JobFailure('unreadable_input', 'no frame can be decoded');
  return { frames, isDamaged };
}
