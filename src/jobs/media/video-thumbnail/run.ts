import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { inspectVideo } from '../../../engines/ffmpeg/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { type FormatId, getFormat } from '../../../formats/formats.ts';
import type { Run, RunOutput } from '../../run.ts';
import { planGeometry } from '../picture/geometry.ts';
import { prepareFrames, squarePixels } from '../picture/picture-filters.ts';
import type { job } from './job.ts';
import { makeSheets, writeSpriteTimes } from './sheets.ts';
import { type Taking, takeFramesAt, takeFramesEvery } from './take-frames.ts';
import { planSteps } from './times.ts';

const codecs: Partial<Record<FormatId, string[]>> = {
  jpeg: ['-c:v', 'mjpeg', '-q:v', '3', '-pix_fmt', 'yuvj420p'],
  png: ['-c:v', 'png', '-pix_fmt', 'rgb24'],
  webp: ['-c:v', 'libwebp', '-quality', '82'],
};
const spriteSide = 10;
/** How many frames a single picture is chosen from, by how usual their colours are. */
const candidates = 60;

export const run: Run<typeof job> = async ({ inputs: [input], options, dir, progress, begin, measure }) => {
  const format = (options.outputFormat ?? 'jpeg') as FormatId;
  const { grid, sprite = false, at } = options;
  const video = await inspectVideo(input, dir);
  const megapixels = (video.width * video.height) / 1e6;
  await measure({ mediaSeconds: video.seconds, megapixels });
  begin({ videoMegapixel: megapixels * video.fps * video.seconds });
  if (at?.some(seconds => seconds > 0 && seconds > video.seconds))
    throw new JobFailure('start_beyond_end', `the video has ${video.seconds} s`);

  const usualWidth = grid ? 320 : sprite ? 160 : undefined;
  const width = options.width ?? (options.height === undefined ? usualWidth : undefined);
  const shaping = {
    ...(width !== undefined && { width }),
    ...(options.height !== undefined && { height: options.height }),
  };
  const { filters, size } = planGeometry(video, shaping, false);
  const isSheet = grid !== undefined || sprite;
  const extension = getFormat(isSheet ? 'png' : format).extensions[0];
  const isSingle = !isSheet && !at && options.every === undefined && options.count === undefined;
  const taking: Taking = {
    dir,
    filters: [
      ...(isSingle ? [`thumbnail=${candidates}`] : []),
      ...[...prepareFrames(video, false), ...squarePixels(video), ...filters],
    ],
    codec: codecs[isSheet ? 'png' : format]!,
    extension,
    progress: fraction => progress(90 * fraction),
  };
  const steps = planSteps(options, video.seconds);
  const { frames, isDamaged } = at
    ? await takeFramesAt(input, video, at, taking)
    : await takeFramesEvery(input, video, steps, taking);

  const name = (ending: string) => makeOutputName(input.filename, ending);
  const makeOutput = (path: string, ending: string, metadata: RunOutput['metadata']): RunOutput => ({
    path,
    filename: name(`${ending}.${getFormat(format).extensions[0]}`),
    format,
    ...(metadata && { metadata }),
  });
  const outputs: RunOutput[] = [];
  if (isSheet) {
    const columns = grid?.columns ?? Math.min(spriteSide, frames.length);
    const rows = grid?.rows ?? Math.min(spriteSide, Math.ceil(frames.length / columns));
    const layout = { columns, rows, gap: grid ? 4 : 0 };
    const sheets = await makeSheets(
      dir,
      frames.length,
      layout,
      codecs[format]!,
      getFormat(format).extensions[0],
    );
    const facts = { columns, rows, frameWidth: size.width, frameHeight: size.height };
    for (const [index, path] of sheets.entries())
      outputs.push(makeOutput(path, grid ? '' : `-sprite-${index + 1}`, facts));
    if (sprite) {
      const path = join(dir, 'sprite.vtt');
      const names = outputs.map(({ filename }) => filename);
      const times = frames.map(({ seconds }) => seconds);
      await writeFile(path, writeSpriteTimes(names, layout, size, times, steps.step));
      outputs.push({ path, filename: name('-sprite.vtt'), format: 'vtt' });
    }
  } else {
    const digits = String(frames.length).length;
    for (const [index, { path, seconds }] of frames.entries()) {
      const ending = frames.length === 1 ? '' : `-${String(index + 1).padStart(digits, '0')}`;
      outputs.push(makeOutput(path, ending, { ...size, seconds: Math.round(1000 * seconds) / 1000 }));
    }
  }
  return { outputs, engines: ['ffmpeg'], warnings: isDamaged ? [{ code: 'damaged_input' }] : [] };
};
