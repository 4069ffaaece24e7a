import type { FormatId } from '../../../formats/formats.ts';

/** The codecs that each container is written with; the first is the usual one. */
const codecs: Partial<Record<FormatId, readonly string[]>> = {
  mp4: ['h264', 'h265', 'av1'],
  mov: ['h264', 'h265', 'prores'],
  webm: ['vp9', 'vp8', 'av1'],
  mkv: ['h264', 'h265', 'vp9', 'av1', 'vp8', 'prores'],
};

export const listCodecs = (format: FormatId): readonly string[] => codecs[format] ?? [];

/** Formats of pictures that move, without sound. */
export const isAnimation = (format: FormatId): boolean => ['gif', 'webp', 'avif'].includes(format);

/** Codecs, by FFmpeg's names, that players expect in each container. Matroska holds any. */
const held: Partial<Record<FormatId, readonly string[]>> = {
  mp4: ['h264', 'hevc', 'av1', 'mpeg4', 'vp9', 'aac', 'mp3', 'ac3', 'eac3', 'opus', 'flac', 'alac'],
  mov: [
    'h264',
    'hevc',
    'mpeg4',
    'prores',
    'mjpeg',
    'aac',
    'mp3',
    'ac3',
    'eac3',
    'alac',
    'pcm_s16le',
    'pcm_s24le',
  ],
  webm: ['vp8', 'vp9', 'av1', 'opus', 'vorbis'],
};

export const canHold = (format: FormatId, codec = ''): boolean => held[format]?.includes(codec) ?? true;
