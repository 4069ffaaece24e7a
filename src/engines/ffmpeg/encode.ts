import type { FormatId } from '../../formats/formats.ts';
import { type MediaFile, makeInputArguments, quiet } from './input.ts';
import type { Sound } from './inspect.ts';
import { startFfmpeg } from './samples.ts';

export interface Encoding {
  dir: string;
  path: string;
  format: FormatId;
  /** The properties of the samples. */
  sound: Pick<Sound, 'rate' | 'channels' | 'layout' | 'depth'>;
  /** A file whose pictures, subtitles and chapters go unchanged into the same file as the sound. */
  beside?: MediaFile;
}

export interface Encoder {
  /** The rate and channels of the file: the nearest that its format can hold. */
  written: Pick<Sound, 'rate' | 'channels' | 'layout'>;
  write(samples: Float32Array): Promise<void>;
  /** Resolves when the file is whole. */
  close(): Promise<void>;
  /** Stops encoding. The file is unusable then. */
  abort(): void;
}

/** Writes samples into a file as they come. */
export function openEncoder({ dir, path, format, sound, beside }: Encoding): Encoder {
  const written = fitSound(format, sound);
  const ffmpeg = startFfmpeg(
    [
      ...quiet,
      ...(beside ? makeInputArguments(beside) : []),
      ...['-f', 'f32le', '-c:a', 'pcm_f32le', '-ar', String(sound.rate), '-ch_layout', sound.layout],
      ...['-i', 'pipe:0'],
      ...(beside ? ['-map', '0:V', '-map', '1:a', '-map', '0:s?', '-c', 'copy'] : ['-map', '0:a']),
      ...['-af', `aformat=sample_rates=${written.rate}:channel_layouts=${written.layout}`],
      ...codecs[format as keyof typeof codecs](sound.depth),
      ...['-y', `file:${path}`],
    ],
    dir,
  );
  return {
    written,
    write: ffmpeg.write,
    abort: ffmpeg.kill,
    close: async () => {
      ffmpeg.finish();
      await ffmpeg.ended;
    },
  };
}

const inMp4 = ['-c:a', 'aac', '-aac_pns', '0', '-b:a', '256k', '-movflags', '+faststart'];
/** FFmpeg's arguments for each format. */
const codecs = {
  // A WAV file of more than 4 GiB needs the RF64 header.
  wav: depth => [
    '-c:a',
    { 16: 'pcm_s16le', 24: 'pcm_s24le', 32: 'pcm_f32le' }[depth],
    '-rf64',
    'auto',
    '-f',
    'wav',
  ],
  flac: depth => [
    ...['-c:a', 'flac', '-f', 'flac'],
    ...(depth === 16 ? ['-sample_fmt', 's16'] : ['-sample_fmt', 's32', '-bits_per_raw_sample', '24']),
  ],
  mp3: () => ['-c:a', 'libmp3lame', '-q:a', '0', '-f', 'mp3'],
  mp4: () => [...inMp4, '-f', 'mp4'],
  mov: () => [...inMp4, '-f', 'mov'],
  mkv: () => ['-c:a', 'flac', '-sample_fmt', 's16', '-f', 'matroska'],
  webm: () => ['-c:a', 'libopus', '-b:a', '192k', '-f', 'webm'],
} satisfies Partial<Record<FormatId, (depth: Sound['depth']) => string[]>>;

/** The rates that a format knows, in order; formats that are not listed take any. */
const mp3Rates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const aacRates = [...mp3Rates, 64_000, 88_200, 96_000];
const rates: Partial<Record<FormatId, readonly number[]>> = {
  mp3: mp3Rates,
  mp4: aacRates,
  mov: aacRates,
  webm: [48_000],
};
/** FLAC writes higher rates only in tens. */
const highestAnyFlac = 65_535;
const highestFlac = 384_000;
/** Opus knows one layout for each number of channels. */
const opusLayouts = ['mono', 'stereo', '3.0', 'quad', '5.0', '5.1', '6.1', '7.1'];

function fitSound(format: FormatId, { rate, channels, layout }: Encoding['sound']): Encoder['written'] {
  if (format === 'mp3' && channels > 2) return { rate: fitRate(format, rate), channels: 2, layout: 'stereo' };
  if (format === 'webm') return { rate: 48_000, channels, layout: opusLayouts[channels - 1] ?? layout };
  return { rate: fitRate(format, rate), channels, layout };
}

/** Finds the lowest rate that loses nothing, else the highest. */
function fitRate(format: FormatId, rate: number): number {
  if (format === 'flac' || format === 'mkv')
    return rate <= highestAnyFlac ? rate : Math.min(highestFlac, Math.ceil(rate / 10) * 10);
  const known = rates[format];
  return known ? (known.find(one => one >= rate) ?? known.at(-1) ?? rate) : rate;
}
