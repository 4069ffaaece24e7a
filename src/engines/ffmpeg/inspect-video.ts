import { JobFailure } from '../../contract/failure.ts';
import { type MediaFile, makeInputArguments } from './input.ts';
import { encryptedTags, measureSeconds } from './inspect.ts';
import { readFacts, type StreamFacts } from './read-facts.ts';

/** The properties of a file's video that are known before it is decoded. */
export interface Video {
  stream: number;
  codec: string;
  /** The decoder to use instead of FFmpeg's own, which shows no transparency of VP8 and VP9. */
  decoder?: string;
  /** Pixels of a frame as it is shown: upright, with square pixels. */
  width: number;
  height: number;
  /** True if the frames are turned by the player, or have pixels that are not square. */
  isTransformed: boolean;
  /** Frames a second on average. */
  fps: number;
  /** True if it is a GIF whose frames are not shown equally long. */
  isUneven: boolean;
  seconds: number;
  /** The transfer function of HDR video. */
  hdr?: 'smpte2084' | 'arib-std-b67';
  /** More than eight bits for each colour. */
  isDeep: boolean;
  hasAlpha: boolean;
  isInterlaced: boolean;
  audio: StreamFacts[];
  subtitles: StreamFacts[];
}

/** Larger frames take more memory than a job has. */
const maxPixels = 2 ** 26;
const maxFps = 1000;
/** Decoders of codecs whose transparency is a second picture beside each frame. */
const alphaDecoders: Record<string, string> = { vp8: 'libvpx', vp9: 'libvpx-vp9' };

/** Looks at a file's video: the track marked as default, else the first. A cover does not count. */
export async function inspectVideo(file: MediaFile, dir: string): Promise<Video> {
  const { streams, format } = await readFacts(file, dir);
  const tracks = streams.filter(each => each.codec_type === 'video' && !each.disposition?.attached_pic);
  if (tracks.length === 0) throw new JobFailure('picture_missing', 'the file has no video');
  if (streams.some(each => encryptedTags.has(each.codec_tag_string ?? '')))
    throw new JobFailure('bought_and_locked', 'the video is encrypted (DRM)');
  const track = tracks.find(each => each.disposition?.default) ?? tracks[0]!;
  const { width = 0, height = 0, codec_name: codec, pix_fmt: pixels = '' } = track;
  if (!codec || width <= 0 || height <= 0)
    throw new JobFailure('unreadable_input', 'the video cannot be decoded');
  if (width * height > maxPixels) throw new JobFailure('limit_exceeded', `frames of ${width}x${height}`);
  const rotation = track.side_data_list?.find(each => each.rotation !== undefined)?.rotation ?? 0;
  const aspect = readFraction(track.sample_aspect_ratio?.replace(':', '/')) || 1;
  const shownWidth = Math.max(1, Math.round(width * aspect));
  const isTurned = Math.abs(rotation) % 180 === 90;
  const seconds = Number(format.duration) || (await measureSeconds(file, track.index, dir));
  const decoder = track.tags?.alpha_mode === '1' ? alphaDecoders[codec] : undefined;
  const { color_transfer: transfer } = track;
  const [average, lowest] = [readFraction(track.avg_frame_rate), readFraction(track.r_frame_rate)];
  return {
    stream: track.index,
    codec,
    ...(decoder ? { decoder } : {}),
    ...(isTurned ? { width: height, height: shownWidth } : { width: shownWidth, height }),
    isTransformed: rotation !== 0 || aspect !== 1,
    fps: Math.min(maxFps, average || lowest || 25),
    isUneven: codec === 'gif' && Math.abs(average - lowest) > 0.01 * lowest,
    seconds,
    ...(transfer === 'smpte2084' || transfer === 'arib-std-b67' ? { hdr: transfer } : {}),
    isDeep: /1[0-6](le|be)?$|p010|p016/.test(pixels),
    hasAlpha: decoder !== undefined || /^(yuva|rgba|bgra|argb|abgr|gbrap|ya|pal8)/.test(pixels),
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(track.field_order ?? ''),
    audio: streams.filter(each => each.codec_type === 'audio'),
    subtitles: streams.filter(each => each.codec_type === 'subtitle'),
  };
}

/** Makes the arguments with which FFmpeg reads the video of a file, with its transparency. */
export const makeVideoInputArguments = (file: MediaFile, { stream, decoder }: Video): string[] => [
  ...(decoder ? [`-c:${stream}`, decoder] : []),
  ...makeInputArguments(file),
];

/** Reads FFprobe's `30000/1001`; 0 if it says nothing. */
function readFraction(text = ''): number {
  const [above = 0, below = 1] = text.split('/').map(Number);
  const value = above / below;
  return Number.isFinite(value) ? value : 0;
}
