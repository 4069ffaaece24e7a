import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaFile, StreamFacts } from '../../../engines/ffmpeg/engine.ts';
import type { RunInput } from '../../run.ts';
import type { Cue } from '../subtitles/cue.ts';
import { readSubtitles, readSubtitleText } from '../subtitles/read.ts';
import { readTrack } from '../subtitles/read-track.ts';
import { retimeCues } from '../subtitles/retime.ts';
import { writeSubtitles } from '../subtitles/write.ts';
import { type Burning, burnedFile, drawText } from './burn.ts';

/** Subtitles that were rewritten for FFmpeg, each an input of its own after the video. */
export interface WrittenTrack {
  args: string[];
  /** True if places, colours and fonts of the text were left out. */
  losesLook: boolean;
  language?: string;
}

export interface Part {
  start: number;
  seconds: number;
  dir: string;
}

/** Rewrites a file of subtitles for FFmpeg to draw: FFmpeg itself would open whatever a file refers to. */
export async function prepareFileBurning(file: RunInput, start: number, dir: string): Promise<Burning> {
  const text = await readSubtitleText(file.path);
  const { cues } = readSubtitles(file.format, text);
  // ASS keeps its styles and places.
  await writeFile(join(dir, burnedFile), file.format === 'ass' ? text : writeSubtitles('ass', cues));
  return { filters: drawText(start) };
}

/** Writes the cues of the part that is kept; undefined if it has none. */
async function writeTrack(
  cues: readonly Cue[],
  name: string,
  part: Part,
): Promise<Pick<WrittenTrack, 'args'> | undefined> {
  const kept = retimeCues(cues, { shift: -part.start })
    .filter(cue => cue.start < part.seconds)
    .map(cue => ({ ...cue, end: Math.min(cue.end, part.seconds) }));
  if (kept.length === 0) return undefined;
  await writeFile(join(part.dir, name), writeSubtitles('srt', kept));
  return { args: ['-protocol_whitelist', 'file', '-f', 'srt', '-i', `file:${name}`] };
}

/** Writes the subtitles that were sent as a file. */
export async function writeFileTrack(file: RunInput, part: Part): Promise<WrittenTrack | undefined> {
  const { cues, isIncomplete } = readSubtitles(file.format, await readSubtitleText(file.path));
  const made = await writeTrack(cues, 'sent.srt', part);
  return made && { ...made, losesLook: isIncomplete };
}

/**
 * Rewrites a text track of the video: for a cut, since a cue that is under way where the cut begins would have a negative time, and
 * FFmpeg would delay everything else until that is 0; and to learn whether its look is lost.
 */
export async function rewriteTrack(
  input: MediaFile,
  track: StreamFacts,
  part: Part,
): Promise<WrittenTrack | undefined> {
  const { cues, isIncomplete } = await readTrack(input, track, part.dir);
  const made = await writeTrack(cues, `rewritten-${track.index}.srt`, part);
  const { language } = track.tags ?? {};
  return made && { ...made, losesLook: isIncomplete, ...(language && { language }) };
}
