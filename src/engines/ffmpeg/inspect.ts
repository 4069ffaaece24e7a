import { JobFailure } from '../../contract/failure.ts';
import { runProgram } from '../program.ts';
import { type MediaFile, makeInputArguments, quiet } from './input.ts';
import { readFacts, type StreamFacts } from './read-facts.ts';
import { toUnreadable } from './unreadable.ts';

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
  /** The number of the stream that holds the cover. */
  cover?: number;
}

/** A track whose codec and channels are known. */
type ReadableStream = StreamFacts & Required<Pick<StreamFacts, 'codec_name' | 'channels'>>;

const usualLayouts = ['mono', 'stereo', '2.1', '4.0', '5.0', '5.1', '6.1', '7.1'];
/** Sample entries of encrypted tracks: iTunes' old kind, and common encryption. */
export const encryptedTags: ReadonlySet<string> = new Set(['drms', 'drmi', 'enca', 'encv', 'aavd']);
/**
 * Looks at a file's sound: the track of this number, else the one marked as default, else the first. Fails if there is
 * none to use.
 */
export async function inspectSound(file: MediaFile, dir: string, track?: number): Promise<Sound> {
  const { streams } = await readFacts(file, dir);
  const tracks = streams.filter(stream => stream.codec_type === 'audio');
  if (tracks.length === 0) throw new JobFailure('sound_missing', 'the file has no sound');
  if (track !== undefined && track > tracks.length)
    throw new JobFailure('track_missing', `the file has ${tracks.length} sound tracks`);
  const usable = (track === undefined ? tracks : tracks.slice(track - 1, track)).filter(isUsable);
  const chosen = usable.find(stream => stream.disposition?.default) ?? usable[0];
  if (!chosen) throw explainUnusable(tracks);
  const { channels } = chosen;
  const cover = streams.find(isCover)?.index;
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
    ...(cover !== undefined && { cover }),
  };
}

const maxChannels = usualLayouts.length;
/** The lowest rate. With a lower one a small file would last for days. */
const slowest = 4000;
const fastest = 768_000;

const isCover = ({ codec_name: codec = '', disposition }: StreamFacts): boolean =>
  Boolean(disposition?.attached_pic) && ['mjpeg', 'png'].includes(codec);
const isEncrypted = ({ codec_tag_string: tag = '' }: StreamFacts): boolean => encryptedTags.has(tag);
const isReadable = (stream: StreamFacts): stream is ReadableStream =>
  stream.codec_name !== undefined && Number(stream.sample_rate) > 0 && (stream.channels ?? 0) > 0;
const hasUsualRate = ({ sample_rate }: StreamFacts): boolean =>
  Number(sample_rate) >= slowest && Number(sample_rate) <= fastest;
const isUsable = (stream: StreamFacts): stream is ReadableStream =>
  !isEncrypted(stream) && isReadable(stream) && stream.channels <= maxChannels && hasUsualRate(stream);

function explainUnusable(tracks: StreamFacts[]): JobFailure {
  if (tracks.some(isEncrypted)) return new JobFailure('bought_and_locked', 'the sound is encrypted (DRM)');
  const known = tracks.find(isReadable);
  if (!known) return new JobFailure('unreadable_input', 'no sound track can be decoded');
  const { channels, sample_rate: rate } = known;
  return new JobFailure(
    'unsupported_content',
    channels > maxChannels
      ? `the sound has ${channels} channels; ${maxChannels} is the most that can be worked on`
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
export async function measureSeconds(file: MediaFile, stream: number, dir: string): Promise<number> {
  const copied = ['-map', `0:${stream}`, '-c', 'copy', '-bsf', `setts=${closeUp.join(':')}`];
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
