import { join } from 'node:path';
import {
  inspectVideo,
  makeVideoInputArguments,
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
import { isAnimation, listCodecs } from './codecs.ts';
import { type Container, makeContainerArguments } from './container.ts';
import { copyStreams } from './copy.ts';
import { type Encoded, type Encoding, encodeOnce, encodeToSize } from './encode.ts';
import type { job } from './job.ts';
import { prepareSoftSubtitles } from './soft-subtitles.ts';
import { prepareFileBurning } from './subtitle-file.ts';
import { keepAudio, type Tracks } from './tracks.ts';

/** A GIF of more frames a second grows large, and players slow it down. */
const maxGifFps = 15;
/**
 * A GIF says how long each frame is shown, in hundredths of a second. FFmpeg counts times in frames of the usual length, in which a long
 * frame would be as short as the others.
 */
const unevenFps = 50;
/** Animations and codecs that keep transparency. */
const keepsAlpha = new Set(['gif', 'webp', 'vp8', 'vp9']);
/** Formats whose frames may have odd sides. */
const anySize = new Set(['gif', 'webp']);
const noTracks: Tracks = { args: [], bitrate: 0, isIncomplete: false };

type Context = Parameters<Run<typeof job>>[0];
type Options = Context['options'];

/** The settings that every way of writing the video shares. */
type Plan = Pick<Encoding, 'dir' | 'path' | 'source' | 'seconds' | 'progress'>;
type Made = Encoded & { isIncomplete: boolean };

export const run: Run<typeof job> = async context => {
  const { inputs, options, dir, progress, begin, measure } = context;
  const [input] = inputs;
  const format = options.outputFormat as FormatId;
  const video = await inspectVideo(input, dir);
  const seconds = measureSpan(options, video.seconds);
  const megapixels = (video.width * video.height) / 1e6;
  await measure({ mediaSeconds: seconds, megapixels });
  const passes = options.targetBytes ? 4 : 1;
  begin({ videoMegapixel: megapixels * video.fps * seconds * passes, mediaSecond: seconds });

  const extension = getFormat(format).extensions[0];
  const path = join(dir, `video.${extension}`);
  const source = [
    ...(options.start ? ['-ss', String(options.start)] : []),
    ...(options.end === undefined ? [] : ['-t', String(options.end - (options.start ?? 0))]),
    ...makeVideoInputArguments(input, video),
  ];
  const plan: Plan = { dir, path, source, seconds, progress: fraction => progress(98 * fraction) };
  const made = isAnimation(format)
    ? await makeAnimation(context, video, plan)
    : await makeVideo(context, video, format as Container, plan);
  return {
    outputs: [
      {
        path,
        filename: makeOutputName(input.filename, `.${extension}`),
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
      ...(made.isIncomplete ? [{ code: 'content_dropped' as const }] : []),
    ],
  };
};

async function makeAnimation(context: Context, video: Video, plan: Plan): Promise<Made> {
  const { options } = context;
  const format = options.outputFormat as FormatId;
  const burning = await chooseBurning(context, video);
  const frames = describeFrames(video, options, format, burning, keepsAlpha.has(format));
  const animating = { ...plan, format, crf: options.crf, isDeep: video.isDeep && !video.hdr };
  const made = await animate(
    { ...animating, frames, begin: beginChain(video, burning) },
    options.targetBytes,
  );
  return { ...made, isIncomplete: false };
}

async function makeVideo(context: Context, video: Video, container: Container, given: Plan): Promise<Made> {
  const { inputs, options, dir } = context;
  const [input, file] = inputs;
  const { seconds } = given;
  const soft =
    (options.subtitles ?? 'keep') === 'keep'
      ? await prepareSoftSubtitles(input, file, video, container, options, {
          start: options.start ?? 0,
          seconds,
          dir,
        })
      : { ...noTracks, inputs: [] };
  const plan = { ...given, source: [...given.source, ...soft.inputs] };
  if (options.codec === 'copy') {
    const made = await copyStreams(video, container, options.mute ? [] : video.audio, soft.args, plan);
    return { ...made, isIncomplete: soft.isIncomplete };
  }
  const burning = await chooseBurning(context, video);
  const codec = (options.codec ?? listCodecs(container)[0]) as VideoCodec;
  // FFmpeg's encoder knows no two passes with transparency.
  const hasAlpha = video.hasAlpha && !video.hdr && keepsAlpha.has(codec) && options.targetBytes === undefined;
  const frames = describeFrames(video, options, container, burning, hasAlpha);
  const chooseAudio = (share: number) => (options.mute ? noTracks : keepAudio(video, container, share));
  const made = await encode(options, {
    ...plan,
    codec,
    isDeep: video.isDeep && !video.hdr,
    hasAlpha,
    picture: size => {
      const { filters, size: written } = frames(size);
      const chain = `${beginChain(video, burning)}${filters.join(',')}[v]`;
      return { args: ['-filter_complex', chain, '-map', '[v]', '-fps_mode', 'vfr'], size: written };
    },
    audio: chooseAudio,
    subtitles: soft.args,
    container: [
      ...['-max_muxing_queue_size', '4096', '-metadata:s:v', 'rotate='],
      ...makeContainerArguments(container),
    ],
    fps: options.fps ?? video.fps,
  });
  return { ...made, isIncomplete: soft.isIncomplete || chooseAudio(1).isIncomplete };
}

function encode({ crf, bitrate, targetBytes, width, height }: Options, encoding: Encoding): Promise<Encoded> {
  const isFixed = width !== undefined || height !== undefined;
  return targetBytes === undefined
    ? encodeOnce(encoding, { crf, bitrate })
    : encodeToSize(encoding, targetBytes, isFixed);
}

/** Prepares the subtitles that are drawn into the picture. */
async function chooseBurning({ inputs, options, dir }: Context, video: Video): Promise<Burning> {
  const [input, file] = inputs;
  if (options.subtitles !== 'burn') return { filters: [] };
  if (file) return prepareFileBurning(file, options.start ?? 0, dir);
  return prepareBurning(input, video, { track: options.subtitleTrack, start: options.start, dir });
}

const beginChain = ({ stream }: Video, { overlay }: Burning): string =>
  overlay === undefined ? `[0:${stream}]` : `[0:${stream}][0:${overlay}]overlay=eof_action=pass,`;

/** Makes the function that finds the filters for frames of a size, or of the size that the options ask for. */
function describeFrames(
  video: Video,
  options: Shaping & { fps?: number },
  format: FormatId,
  burning: Burning,
  hasAlpha: boolean,
) {
  const fps = options.fps ?? (format === 'gif' && video.fps > maxGifFps ? maxGifFps : undefined);
  return (size: Size | undefined): { filters: string[]; size: Size } => {
    const geometry = planGeometry(
      video,
      size ? { ...options, ...size, fit: 'fill' } : options,
      !anySize.has(format),
    );
    return {
      filters: [
        // Only the first filter learns how long the last frame is shown.
        ...(video.isUneven ? [`fps=${fps ?? unevenFps}`] : []),
        ...prepareFrames(video, hasAlpha),
        ...burning.filters,
        ...squarePixels(video),
        ...(fps === undefined || video.isUneven ? [] : [`fps=${fps}`]),
        ...geometry.filters,
      ],
      size: geometry.size,
    };
  };
}
