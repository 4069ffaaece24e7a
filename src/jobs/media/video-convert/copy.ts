import { JobFailure } from '../../../contract/failure.ts';
import { convertMedia, type Video } from '../../../engines/ffmpeg/engine.ts';
import { canHold } from './codecs.ts';
import { type Container, isMp4Like, makeContainerArguments } from './container.ts';
import type { Encoded, Encoding } from './encode.ts';
import { keepAudio } from './tracks.ts';

type Plan = Pick<Encoding, 'dir' | 'path' | 'source' | 'seconds' | 'progress'>;

/** Moves picture and sound into another container as they are. Sound that it cannot hold is encoded. */
export async function copyStreams(
  video: Video,
  container: Container,
  audio: Video['audio'],
  subtitles: string[],
  { dir, path, source, seconds, progress }: Plan,
): Promise<Encoded> {
  // Matroska and WebM have no place for the rotation of a phone's video.
  const losesRotation = video.isTransformed && !isMp4Like(container);
  if (!canHold(container, video.codec) || losesRotation)
    throw new JobFailure('codec_not_held', `${video.codec} into ${container}`);
  const sound = audio.every(each => canHold(container, each.codec_name))
    ? audio.flatMap(each => ['-map', `0:${each.index}`, '-c:a', 'copy'])
    : keepAudio({ ...video, audio }, container).args;
  const made = await convertMedia({
    dir,
    args: [
      ...[...source, '-map', `0:${video.stream}`, '-c:v', 'copy', ...sound, ...subtitles],
      ...(isMp4Like(container) && video.codec === 'hevc' ? ['-tag:v', 'hvc1'] : []),
      ...[...makeContainerArguments(container), '-y', `file:${path}`],
    ],
    seconds,
    progress,
  });
  return { ...made, size: { width: video.width, height: video.height } };
}
