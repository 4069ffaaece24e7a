import { JobFailure } from '../../../contract/failure.ts';
import type { MediaFile, StreamFacts, Video } from '../../../engines/ffmpeg/engine.ts';
import type { RunInput } from '../../run.ts';
import { hasLook, isTextTrack } from '../subtitles/read-track.ts';
import type { Container } from './container.ts';
import { type Part, rewriteTrack, type WrittenTrack, writeFileTrack } from './subtitle-file.ts';
import { keepSubtitles, type Tracks } from './tracks.ts';

interface Wishes {
  subtitles?: string;
  subtitleTrack?: number;
}

/** Lists the subtitle tracks that are used. */
function chooseSubtitles({ subtitles }: Video, { subtitleTrack: track }: Wishes): Video['subtitles'] {
  if (track === undefined) return subtitles;
  if (subtitles.length === 0) throw new JobFailure('subtitles_missing', 'no subtitle track');
  if (track > subtitles.length)
    throw new JobFailure('track_missing', `the file has ${subtitles.length} subtitle tracks`);
  return subtitles.slice(track - 1, track);
}

/**
 * Prepares the subtitles that stay tracks: those of the video, and a file that came with it. Text of a video that is cut at its beginning
 * is rewritten with other times, as an input of FFmpeg's after the video; so is text whose look the container does not hold.
 */
export async function prepareSoftSubtitles(
  input: MediaFile,
  file: RunInput | undefined,
  video: Video,
  container: Container,
  wishes: Wishes,
  part: Part,
): Promise<Tracks & { inputs: string[] }> {
  const chosen = chooseSubtitles(video, wishes);
  const isRewritten = (track: StreamFacts) =>
    isTextTrack(track) && (part.start > 0 || (hasLook(track) && container !== 'mkv'));
  const rewritten = chosen.filter(isRewritten);
  const written: WrittenTrack[] = [];
  const fromFile = file && (await writeFileTrack(file, part));
  if (fromFile) written.push(fromFile);
  for (const track of rewritten) {
    const made = await rewriteTrack(input, track, part);
    if (made) written.push(made);
  }
  const others = chosen.filter(each => !rewritten.includes(each));
  const kept = keepSubtitles(others, container, written);
  return { ...kept, inputs: written.flatMap(({ args }) => args) };
}
