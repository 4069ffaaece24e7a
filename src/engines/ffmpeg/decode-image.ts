import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import type { DecodeImage } from '../image-formats.ts';
import { ProgramFailure, runProgram } from '../program.ts';
import { quiet } from './input.ts';
import { toUnreadable } from './unreadable.ts';

/** Makes the reader of one OpenEXR picture. It opens no other file. */
const makeSource = (path: string): string[] => [
  ...['-protocol_whitelist', 'file', '-format_whitelist', 'exr_pipe', '-f', 'exr_pipe'],
  ...['-i', `file:${path}`],
];

/** Turns light into the numbers of sRGB. Colours are divided by alpha first, by which OpenEXR multiplies them. */
const toSrgb = 'zscale=tin=linear:t=iec61966-2-1:min=gbr:m=gbr:pin=bt709:p=bt709';

/** Some kinds of OpenEXR are not known to FFmpeg, such as those of brightness and colour differences. */
function explain(error: unknown): unknown {
  if (
    error instanceof ProgramFailure &&
    /not yet implemented|patches welcome|unsupported/i.test(error.stderr)
  )
    return new JobFailure('unsupported_content', error.detail);
  return toUnreadable(error);
}

async function readSize(path: string, dir: string) {
  const entries = ['-show_entries', 'stream=width,height,pix_fmt', '-of', 'json'];
  const { stdout } = await runProgram('ffprobe', ['-v', 'error', ...entries, ...makeSource(path)], {
    cwd: dir,
  });
  const { streams = [] } = JSON.parse(stdout.toString('utf8')) as {
    streams?: { width?: number; height?: number; pix_fmt?: string }[];
  };
  const { width = 0, height = 0, pix_fmt: pixels = '' } = streams[0] ?? {};
  return { width, height, hasAlpha: /^gbra|^ya/.test(pixels) };
}

/** Decodes an OpenEXR picture to 16 bits a sample. Light brighter than white becomes white. */
export const decodeImage: DecodeImage = async (path, { page, maxPixels, dir }) => {
  try {
    const { width, height, hasAlpha } = await readSize(path, dir);
    if (width * height > maxPixels) throw new JobFailure('limit_exceeded', `${width}x${height}`);
    if (page > 0) throw new JobFailure('page_missing', `page ${page + 1} of 1`, String(page + 1));
    const raw = join(dir, 'decoded');
    const filters = [...(hasAlpha ? ['unpremultiply=inplace=1'] : []), toSrgb];
    const channels = hasAlpha ? 4 : 3;
    const format = ['-pix_fmt', hasAlpha ? 'rgba64le' : 'rgb48le', '-f', 'rawvideo', '-frames:v', '1'];
    const output = [...format, '-y', `file:${raw}`];
    await runProgram('ffmpeg', [...quiet, ...makeSource(path), '-vf', filters.join(','), ...output], {
      cwd: dir,
    });
    if (width * height === 0) throw new JobFailure('unreadable_input', 'exr: no size');
    await using file = await open(raw);
    const samples = new Uint16Array(width * height * channels);
    const { bytesRead } = await file.read(new Uint8Array(samples.buffer), 0, samples.byteLength, 0);
    if (bytesRead < samples.byteLength) throw new JobFailure('unreadable_input', 'exr: pixels are missing');
    return { data: samples, width, height, channels, lossy: false };
  } catch (error) {
    throw explain(error);
  }
};
