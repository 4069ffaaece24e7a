import { fitSound } from '../../audio/fit-sound.ts';
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
