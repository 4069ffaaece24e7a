import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import {
  convertMedia,
  inspectVideo,
  makeInputArguments,
  type Video,
  type VideoCodec,
} from '../../../engines/ffmpeg/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { type FormatId, getFormat } from '../../../formats/formats.ts';
import type { Run } from '../../run.ts';
import { planGeometry, type Shaping, type Size } from '../picture/geometry.ts';
import { prepareFrames, squarePixels } from '../picture/picture-filters.ts';
import { measureSpan } from '../span.ts';
import { animate } from './animate.ts';
import { type Burning, prepareBurning } from './burn.ts';
import { canHold, isAnimation, listCodecs } from './codecs.ts';
import { type Encoded, type Encoding, encodeOnce, encodeToSize } from './encode.ts';
import type { job } from './job.ts';
import { prepareFileBurning, type WrittenTrack, writeCutTrack, writeFileTrack } from './subtitle-file.ts';
import { type Container, isTextTrack, keepAudio, keepSubtitles, type Tracks } from './tracks.ts';

/** A GIF of more frames a second grows large, and players slow it down. */
const mostGifFps = 15;
const noTracks: Tracks = { args: [], bitrate: 0, isIncomplete: false };

export const run: Run<typeof job> = async ({ inputs: [input, file], options, dir, progress, begin }) => {
  const format = options.outputFormat as FormatId;
  const video = await inspectVideo(input, dir);
  const seconds = measureSpan(options, video.seconds);
  const megapixels = (video.width * video.height * video.fps * seconds) / 1e6;
  begin({ videoMegapixel: megapixels * (options.targetBytes ? 4 : 1), mediaSecond: seconds });

  const path = join(dir, `video.${getFormat(format).extensions[0]}`);
  const tell = (fraction: number) => progress(98 * fraction);
  const source = [
    ...(options.start ? ['-ss', String(options.start)] : []),
    ...(options.end === undefined ? [] : ['-t', String(options.end - (options.start ?? 0))]),
    ...makeInputArguments(input),
  ];
  const subtitles = chooseSubtitles(video, options);
  const start = options.start ?? 0;
  const isSoft = (options.subtitles ?? 'keep') === 'keep' && !isAnimation(format);
  const part = { start, seconds, dir };
  const anew = isSoft && start > 0 ? subtitles.filter(isTextTrack) : [];
  const written: WrittenTrack[] = [];
  for (const write of [
    ...(file && isSoft ? [() => writeFileTrack(file, part)] : []),
    ...anew.map(track => () => writeCutTrack(input, track, part)),
  ]) {
    const track = await write();
    if (track) written.push(track);
  }
  const soft = isSoft
    ? keepSubtitles(
        subtitles.filter(each => !anew.includes(each)),
        format as Container,
        written,
      )
    : noTracks;
  const plan = {
    dir,
    path,
    source: [...source, ...written.flatMap(({ args }) => args)],
    seconds,
    progress: tell,
  };
  let made: Encoded;
  let left = noTracks;
  if (options.codec === 'copy') {
    left = soft;
    made = await copyStreams(video, format, options.mute ? [] : video.audio, soft.args, plan);
  } else {
    const burning: Burning =
      options.subtitles === 'burn'
        ? file
          ? await prepareFileBurning(file, start, dir)
          : await prepareBurning(input, video, { track: options.subtitleTrack, start: options.start, dir })
        : { filters: [] };
    const frames = describeFrames(video, options, format, burning);
    if (isAnimation(format)) {
      const animating = { ...plan, format, crf: options.crf, isDeep: video.isDeep && !video.hdr };
      made = await animate({ ...animating, frames, begin: beginChain(video, burning) }, options.targetBytes);
    } else {
      const container = format as Container;
      const sound = options.mute ? noTracks : keepAudio(video, container);
      left = { ...noTracks, isIncomplete: soft.isIncomplete || sound.isIncomplete };
      const encoding: Encoding = {
        ...plan,
        codec: (options.codec ?? listCodecs(format)[0]) as VideoCodec,
        isDeep: video.isDeep && !video.hdr,
        picture: size => {
          const { filters, size: written } = frames(size);
          const chain = `${beginChain(video, burning)}${filters.join(',')}[v]`;
          return { args: ['-filter_complex', chain, '-map', '[v]', '-fps_mode', 'vfr'], size: written };
        },
        audio: share => (options.mute ? noTracks : keepAudio(video, container, share)),
        subtitles: soft.args,
        container: makeContainerArguments(container),
        fps: options.fps ?? video.fps,
      };
      const { crf, bitrate, targetBytes } = options;
      made =
        targetBytes === undefined
          ? await encodeOnce(encoding, { crf, bitrate })
          : await encodeToSize(
              encoding,
              targetBytes,
              options.width !== undefined || options.height !== undefined,
            );
    }
  }
  return {
    outputs: [
      {
        path,
        filename: makeOutputName(input.filename, `.${getFormat(format).extensions[0]}`),
        format,
        metadata: {
          seconds: Math.round(1000 * (made.isDamaged ? made.seconds : seconds)) / 1000,
          ...made.size,
        },
      },
    ],
    engines: ['ffmpeg'],
    warnings: [
      ...(made.isDamaged ? [{ code: 'damaged_input' as const }] : []),
      ...(left.isIncomplete ? [{ code: 'content_dropped' as const }] : []),
    ],
  };
};

/** The subtitle tracks that are kept. */
function chooseSubtitles(
  { subtitles }: Video,
  { subtitles: mode = 'keep', subtitleTrack: track }: { subtitles?: string; subtitleTrack?: number },
): Video['subtitles'] {
  if (mode === 'none') return [];
  if (track === undefined) return subtitles;
  if (track > subtitles.length)
    throw new JobFailure('track_missing', `the file has ${subtitles.length} subtitle tracks`);
  return subtitles.slice(track - 1, track);
}

const beginChain = ({ stream }: Video, { overlay }: Burning): string =>
  overlay === undefined ? `[0:${stream}]` : `[0:${stream}][0:${overlay}]overlay=eof_action=pass,`;

/** Makes the function that finds the filters for frames of a size, or of the size that the options ask for. */
function describeFrames(
  video: Video,
  options: Shaping & { fps?: number },
  format: FormatId,
  burning: Burning,
) {
  const keepsAlpha = format === 'gif' || format === 'webp';
  const fps = options.fps ?? (format === 'gif' && video.fps > mostGifFps ? mostGifFps : undefined);
  return (size: Size | undefined): { filters: string[]; size: Size } => {
    const geometry = planGeometry(video, size ? { ...options, ...size, fit: 'fill' } : options, !keepsAlpha);
    return {
      filters: [
        ...prepareFrames(video, keepsAlpha),
        ...burning.filters,
        ...squarePixels(video),
        ...(fps === undefined ? [] : [`fps=${fps}`]),
        ...geometry.filters,
      ],
      size: geometry.size,
    };
  };
}

const makeContainerArguments = (container: Container): string[] => [
  ...['-dn', '-max_muxing_queue_size', '4096', '-metadata:s:v', 'rotate='],
  ...(container === 'mp4' || container === 'mov' ? ['-movflags', '+faststart'] : []),
  ...['-f', container === 'mkv' ? 'matroska' : container],
];

/** Moves picture and sound into another container as they are. Sound that it cannot hold is encoded. */
async function copyStreams(
  video: Video,
  format: FormatId,
  audio: Video['audio'],
  subtitles: string[],
  {
    dir,
    path,
    source,
    seconds,
    progress,
  }: Pick<Encoding, 'dir' | 'path' | 'source' | 'seconds' | 'progress'>,
): Promise<Encoded> {
  const container = format as Container;
  // Matroska and WebM have no place for the rotation of a phone's video.
  const losesRotation = video.isTransformed && (container === 'mkv' || container === 'webm');
  if (!canHold(format, video.codec) || losesRotation)
    throw new JobFailure('codec_not_held', `${video.codec} into ${format}`);
  const isMp4 = container === 'mp4' || container === 'mov';
  const sound = audio.every(each => canHold(format, each.codec_name))
    ? audio.flatMap(each => ['-map', `0:${each.index}`, '-c:a', 'copy'])
    : keepAudio({ ...video, audio }, container).args;
  const made = await convertMedia({
    dir,
    args: [
      ...[...source, '-map', `0:${video.stream}`, '-c:v', 'copy', ...sound],
      ...subtitles,
      ...(isMp4 && video.codec === 'hevc' ? ['-tag:v', 'hvc1'] : []),
      ...['-dn', ...(isMp4 ? ['-movflags', '+faststart'] : [])],
      ...['-f', container === 'mkv' ? 'matroska' : container, '-y', `file:${path}`],
    ],
    seconds,
    progress,
  });
  return { ...made, size: { width: video.width, height: video.height } };
}
