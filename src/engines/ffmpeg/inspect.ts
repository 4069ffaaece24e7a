import { JobFailure } from '../../contract/failure.ts';
import { ProgramFailure, runProgram } from '../program.ts';
import { type MediaFile, makeInputArguments, quiet } from './input.ts';

/** The properties of a file's sound that are known before it is decoded. */
export interface Sound {
  /** The number of the stream that is used, and which of how many sound tracks it is, counted from 1. */
  stream: number;
  track: number;
  tracks: number;
  language?: string;
  codec: string;
  rate: number;
  channels: number;
  /** FFmpeg's name for the layout of the channels (`5.1(side)`); the usual one where the file does not say. */
  layout: string;
  /** The precision worth keeping: 16 or 24 bits, or 32 for floating point. */
  depth: 16 | 24 | 32;
  /** The length measured by the packets, because headers may be wrong. Pauses between packets do not count. */
  seconds: number;
  hasVideo: boolean;
}

interface Stream {
  index: number;
  codec_type?: string;
  codec_name?: string;
  codec_tag_string?: string;
  sample_fmt?: string;
  sample_rate?: string;
  channels?: number;
  channel_layout?: string;
  bits_per_raw_sample?: string;
  bits_per_sample?: number;
  disposition?: { default?: number; attached_pic?: number };
  tags?: { language?: string };
}

/** A track whose codec and channels are known. */
type ReadableStream = Stream & Required<Pick<Stream, 'codec_name' | 'channels'>>;

const usualLayouts = ['mono', 'stereo', '2.1', '4.0', '5.0', '5.1', '6.1', '7.1'];
/** Sample entries of encrypted tracks: iTunes' old kind, and common encryption. */
const encryptedTags = new Set(['drms', 'drmi', 'enca', 'encv', 'aavd']);
const entries = [
  'stream=index,codec_type,codec_name,codec_tag_string,sample_fmt,sample_rate,channels,channel_layout',
  'bits_per_raw_sample,bits_per_sample',
].join(',');

/** Looks at a file's sound: the track marked as default, else the first. Fails where there is none to use. */
export async function inspectSound(file: MediaFile, dir: string): Promise<Sound> {
  const streams = await readStreams(file, dir);
  const tracks = streams.filter(stream => stream.codec_type === 'audio');
  if (tracks.length === 0) throw new JobFailure('sound_missing', 'the file has no sound');
  const usable = tracks.filter(isUsable);
  const chosen = usable.find(stream => stream.disposition?.default) ?? usable[0];
  if (!chosen) throw explainUnusable(tracks);
  const { channels } = chosen;
  return {
    stream: chosen.index,
    track: tracks.indexOf(chosen) + 1,
    tracks: tracks.length,
    ...(chosen.tags?.language && chosen.tags.language !== 'und' && { language: chosen.tags.language }),
    codec: chosen.codec_name,
    rate: Number(chosen.sample_rate),
    channels,
    layout: chosen.channel_layout ?? usualLayouts[channels - 1]!,
    depth: findDepth(chosen),
    seconds: await measureSeconds(file, chosen.index, dir),
    hasVideo: streams.some(stream => stream.codec_type === 'video' && !stream.disposition?.attached_pic),
  };
}

async function readStreams(file: MediaFile, dir: string): Promise<Stream[]> {
  const shown = `${entries}:stream_disposition=default,attached_pic:stream_tags=language`;
  const args = [
    '-hide_banner',
    '-v',
    'error',
    '-of',
    'json',
    '-show_entries',
    shown,
    ...makeInputArguments(file),
  ];
  try {
    const { stdout } = await runProgram('ffprobe', args, { cwd: dir, maxStdout: 1024 * 1024 });
    return (JSON.parse(stdout.toString('utf8')) as { streams?: Stream[] }).streams ?? [];
  } catch (error) {
    throw toUnreadable(error);
  }
}

const mostChannels = usualLayouts.length;
/** The lowest rate. With a lower one a small file would last for days. */
const slowest = 4000;
const fastest = 768_000;

const isEncrypted = ({ codec_tag_string: tag = '' }: Stream): boolean => encryptedTags.has(tag);
const isReadable = (stream: Stream): stream is ReadableStream =>
  stream.codec_name !== undefined && Number(stream.sample_rate) > 0 && (stream.channels ?? 0) > 0;
const hasUsualRate = ({ sample_rate }: Stream): boolean =>
  Number(sample_rate) >= slowest && Number(sample_rate) <= fastest;
const isUsable = (stream: Stream): stream is ReadableStream =>
  !isEncrypted(stream) && isReadable(stream) && stream.channels <= mostChannels && hasUsualRate(stream);

function explainUnusable(tracks: Stream[]): JobFailure {
  if (tracks.some(isEncrypted)) return new JobFailure('bought_and_locked', 'the sound is encrypted (DRM)');
  const known = tracks.find(isReadable);
  if (!known) return new JobFailure('unreadable_input', 'no sound track can be decoded');
  const { channels, sample_rate: rate } = known;
  return new JobFailure(
    'unsupported_content',
    channels > mostChannels
      ? `the sound has ${channels} channels; ${mostChannels} is the most that can be worked on`
      : `the sound has ${rate} samples a second; ${slowest} to ${fastest} can be worked on`,
  );
}

function findDepth(stream: ReadableStream): Sound['depth'] {
  const bits = Number(stream.bits_per_raw_sample) || stream.bits_per_sample || 16;
  // Lossy codecs decode to floating point without having that precision.
  if (stream.codec_name.startsWith('pcm_f')) return 32;
  return bits > 16 ? 24 : 16;
}

/** Puts each packet right after the one before it: what counts is how much sound there is, not the times it is given. */
const closeUp = ['pts', 'dts'].map(
  each => `${each}=if(N\\,PREV_OUT${each.toUpperCase()}+PREV_OUTDURATION\\,0)`,
);

/** Goes through the packets without decoding them: headers may be missing, guessed or wrong. */
async function measureSeconds(file: MediaFile, stream: number, dir: string): Promise<number> {
  const copied = ['-map', `0:${stream}`, '-c', 'copy', '-bsf:a', `setts=${closeUp.join(':')}`];
  const output = [...copied, '-f', 'null', '-progress', 'pipe:1', '-nostats', '-'];
  try {
    const { stdout } = await runProgram('ffmpeg', [...quiet, ...makeInputArguments(file), ...output], {
      cwd: dir,
    });
    const times = [...stdout.toString('utf8').matchAll(/^out_time_us=(\d+)$/gm)];
    return Number(times.at(-1)?.[1] ?? 0) / 1e6;
  } catch (error) {
    throw toUnreadable(error);
  }
}

/** Turns FFmpeg's failure or crash into an unreadable input. That FFmpeg was killed is not the input's fault. */
export function toUnreadable(error: unknown): unknown {
  if (!(error instanceof ProgramFailure) || /^SIG(KILL|TERM)$/.test(error.signal ?? '')) return error;
  return new JobFailure('unreadable_input', error.detail);
}
