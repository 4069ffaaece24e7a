import type { FormatId } from '../../formats/formats.ts';
import { fitVorbisBitrate } from './fit-vorbis.ts';
import type { Sound } from './inspect.ts';

/** How closely a lossy format shall follow the sound. */
export interface SoundQuality {
  /** Bits a second, in thousands. */
  bitrate?: number | undefined;
  /** 1 to 100. */
  quality?: number | undefined;
}

interface Encoded {
  depth: Sound['depth'];
  rate: number;
  channels: number;
}

/** Kilobits a second for each channel at which hardly anybody hears a difference. */
const aacChannel = 96;
const opusChannel = 64;

/** A bit rate that grows with the quality and the channels; quality 75 gives `usual` for each channel. */
const chooseRate = (
  usual: number,
  most: number,
  { channels }: Encoded,
  { bitrate, quality = 75 }: SoundQuality,
) => {
  const wanted = bitrate ?? Math.round((usual * channels * quality) / 75);
  return ['-b:a', `${Math.max(8, Math.min(most * channels, wanted))}k`];
};

/** Finds the value between two ends for a quality of 1 to 100. */
const interpolate = (worst: number, best: number, quality: number): string =>
  (worst + ((best - worst) * quality) / 100).toFixed(2);

const writers: Partial<Record<FormatId, (sound: Encoded, quality: SoundQuality) => string[]>> = {
  mp3: (_, { bitrate, quality = 80 }) => [
    ...[
      '-c:a',
      'libmp3lame',
      ...(bitrate ? ['-b:a', `${bitrate}k`] : ['-q:a', interpolate(9.9, 0, quality)]),
    ],
    ...['-id3v2_version', '3', '-f', 'mp3'],
  ],
  m4a: (sound, quality) => [
    ...['-c:a', 'aac', ...chooseRate(aacChannel, 256, sound, quality)],
    ...['-movflags', '+faststart', '-f', 'ipod'],
  ],
  aac: (sound, quality) => ['-c:a', 'aac', ...chooseRate(aacChannel, 256, sound, quality), '-f', 'adts'],
  ogg: ({ rate, channels }, { bitrate, quality = 65 }) => {
    const fitted = bitrate && fitVorbisBitrate(bitrate, rate, channels);
    const how = fitted ? ['-b:a', `${fitted}k`] : ['-q:a', interpolate(-1, 10, quality)];
    return ['-c:a', 'libvorbis', ...how, '-f', 'ogg'];
  },
  opus: (sound, quality) => [
    '-c:a',
    'libopus',
    ...chooseRate(opusChannel, 255, sound, quality),
    '-f',
    'opus',
  ],
  flac: ({ depth }) => [
    '-c:a',
    'flac',
    ...(depth === 16 ? ['-sample_fmt', 's16'] : ['-sample_fmt', 's32', '-bits_per_raw_sample', '24']),
    ...['-f', 'flac'],
  ],
  // A WAV file of more than 4 GiB needs the RF64 header.
  wav: ({ depth }) => [
    '-c:a',
    { 16: 'pcm_s16le', 24: 'pcm_s24le', 32: 'pcm_f32le' }[depth],
    ...['-rf64', 'auto', '-f', 'wav'],
  ],
  aiff: ({ depth }) => [
    '-c:a',
    { 16: 'pcm_s16be', 24: 'pcm_s24be', 32: 'pcm_f32be' }[depth],
    ...['-write_id3v2', '1', '-f', 'aiff'],
  ],
};

/** Makes FFmpeg's arguments for a file that holds nothing but sound, and perhaps its cover. */
export function makeSoundArguments(format: FormatId, sound: Encoded, quality: SoundQuality): string[] {
  const write = writers[format];
  if (!write) throw new Error(`no sound is written to ${format}`);
  return write(sound, quality);
}
