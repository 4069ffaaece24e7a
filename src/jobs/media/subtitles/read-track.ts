import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  convertMedia,
  type MediaFile,
  makeInputArguments,
  type StreamFacts,
} from '../../../engines/ffmpeg/engine.ts';
import type { Subtitles } from './cue.ts';
import { readAss } from './read-ass.ts';
import { readSrt } from './read-lines.ts';

const textCodecs = ['subrip', 'ass', 'ssa', 'mov_text', 'webvtt', 'text'];
export const isTextTrack = ({ codec_name: codec = '' }: StreamFacts): boolean => textCodecs.includes(codec);

/** Tells whether a track has places, colours and fonts. */
export const hasLook = ({ codec_name: codec }: StreamFacts): boolean => codec === 'ass' || codec === 'ssa';

/** Reads a track of text in a video. A track with a look of its own is read as ASS, any other as SubRip. */
export async function readTrack(
  input: MediaFile,
  track: StreamFacts,
  dir: string,
): Promise<Subtitles & { text: string }> {
  const [format, codec] = hasLook(track) ? (['ass', 'ass'] as const) : (['srt', 'subrip'] as const);
  const whole = `track-${track.index}.${format}`;
  const written = ['-map', `0:${track.index}`, '-c:s', codec, '-f', format, '-y', `file:${whole}`];
  await convertMedia({ dir, args: [...makeInputArguments(input), ...written] });
  const text = await readFile(join(dir, whole), 'utf8');
  return { ...(format === 'ass' ? readAss(text) : readSrt(text)), text };
}
