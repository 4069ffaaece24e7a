import { JobFailure } from '../../contract/failure.ts';
import { readBlocks } from './blocks.ts';
import { fillGaps } from './fill-gaps.ts';
import { type MediaFile, makeInputArguments, quiet } from './input.ts';
import type { Sound } from './inspect.ts';
import { startFfmpeg } from './samples.ts';
import { toUnreadable } from './unreadable.ts';

export interface Decoding {
  /** The work folder. */
  dir: string;
  /** The sample rate, where it differs from the file's. */
  rate?: number;
  /** The number of channels, where they are to be mixed together. */
  channels?: 1 | 2;
  /** True to mix them so that the result is never louder than full scale. */
  keepsFullScale?: boolean;
  /** Adds silence where the sound pauses or begins late, so that it stays in step with the picture. */
  fillGaps?: boolean;
}

/**
 * Decodes the sound to interleaved samples as they come, with little of it in memory. A damaged or cut file gives what
 * can be read of it, and fails only if that is nothing.
 */
export async function* decodeSound(
  file: MediaFile,
  sound: Sound,
  { dir, rate, channels, keepsFullScale = false, fillGaps: timed = false }: Decoding,
): AsyncGenerator<Float32Array> {
  // Matroska gives the time of each piece.
  const container = timed
    ? ['-avoid_negative_ts', 'disabled', '-f', 'matroska', '-live', '1']
    : ['-f', 'f32le'];
  const ffmpeg = startFfmpeg(
    [
      ...quiet,
      ...makeInputArguments(file),
      ...['-map', `0:${sound.stream}`, '-vn', '-sn', '-dn'],
      ...(rate ? ['-ar', String(rate)] : []),
      ...(channels ? ['-ac', String(channels)] : []),
      ...(keepsFullScale ? ['-rematrix_maxval', '1'] : []),
      ...['-c:a', 'pcm_f32le', ...container, 'pipe:1'],
    ],
    dir,
  );
  let count = 0;
  try {
    const form = { rate: rate ?? sound.rate, channels: channels ?? sound.channels };
    const read = timed ? fillGaps(readBlocks(ffmpeg.printed()), form) : ffmpeg.read(form.channels);
    for await (const samples of read) {
      for (let at = 0; at < samples.length; at++) if (!Number.isFinite(samples[at])) samples[at] = 0;
      count += samples.length;
      yield samples;
    }
  } catch (error) {
    const known = toUnreadable(error);
    if (count === 0 || known === error) throw known;
  } finally {
    ffmpeg.kill();
  }
  if (count === 0) throw new JobFailure('sound_missing', 'the sound track holds no samples');
}
