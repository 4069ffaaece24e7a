import { JobFailure } from '../../../contract/failure.ts';
import {
  convertMedia,
  type MediaFile,
  makeInputArguments,
  type Video,
} from '../../../engines/ffmpeg/engine.ts';
import { isTextTrack } from '../subtitles/read-track.ts';

/** The name of the file of subtitles in the work folder; it needs no escapes among FFmpeg's filters. */
export const burnedFile = 'burned.ass';

export interface Burning {
  /** Filters that draw text onto the frames. */
  filters: string[];
  /** The stream of pictures that is laid over the frames instead. */
  overlay?: number;
}

/**
 * Prepares subtitles that are drawn into the picture. Text is first written to a file of our own: the filter that draws
 * it would open any file, and whatever that file names.
 */
export async function prepareBurning(
  input: MediaFile,
  { subtitles }: Video,
  { track = 1, start = 0, dir }: { track?: number | undefined; start?: number | undefined; dir: string },
): Promise<Burning> {
  if (subtitles.length === 0) throw new JobFailure('subtitles_missing', 'no subtitle track');
  const chosen = subtitles[track - 1];
  if (!chosen) throw new JobFailure('track_missing', `the file has ${subtitles.length} subtitle tracks`);
  if (!isTextTrack(chosen)) return { filters: [], overlay: chosen.index };
  const written = ['-map', `0:${chosen.index}`, '-c:s', 'ass', '-f', 'ass', '-y', `file:${burnedFile}`];
  await convertMedia({ dir, args: [...makeInputArguments(input), ...written] });
  return { filters: drawText(start) };
}

/** A cut begins at time 0, while subtitles have the times of the whole recording. */
export const drawText = (start: number): string[] =>
  start > 0
    ? [`setpts=PTS+${start}/TB`, `ass=${burnedFile}`, `setpts=PTS-${start}/TB`]
    : [`ass=${burnedFile}`];
