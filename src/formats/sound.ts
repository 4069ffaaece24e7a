import type { FormatId } from './formats.ts';

/** The formats that sound is read from. */
export const soundFormats: readonly FormatId[] = [
  ...(['wav', 'mp3', 'flac', 'm4a', 'ogg', 'opus', 'aac', 'aiff'] as const),
  ...(['webm', 'mp4', 'mov', 'mkv'] as const),
];
