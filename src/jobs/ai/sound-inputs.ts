import type { FormatId } from '../../formats/formats.ts';

/** What sound is read from: files of sound, and videos that have some. */
export const soundInputs: readonly FormatId[] = [
  'wav',
  'mp3',
  'flac',
  'm4a',
  'ogg',
  'opus',
  'aac',
  'aiff',
  'webm',
  'mp4',
  'mov',
  'mkv',
];
