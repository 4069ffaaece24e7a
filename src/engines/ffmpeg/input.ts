import { JobFailure } from '../../contract/failure.ts';
import type { FormatId } from '../../formats/formats.ts';

/** A file of a user's that has, or may have, sound in it. */
export interface MediaFile {
  path: string;
  format: FormatId;
}

/**
 * FFmpeg's reader for each format. It is forced, so that no file is ever taken for a playlist or a list of other files.
 */
const demuxers = new Map<FormatId, string>([
  ['wav', 'wav'],
  ['mp3', 'mp3'],
  ['flac', 'flac'],
  ['m4a', 'mov'],
  ['ogg', 'ogg'],
  ['opus', 'ogg'],
  ['aac', 'aac'],
  ['aiff', 'aiff'],
  ['webm', 'matroska'],
  ['mp4', 'mov'],
  ['mov', 'mov'],
  ['mkv', 'matroska'],
  ['avi', 'avi'],
  ['wmv', 'asf'],
  ['flv', 'flv'],
  ['ts', 'mpegts'],
  ['mpg', 'mpeg'],
  ['gif', 'gif'],
  ['avif', 'mov'],
]);

/** Makes the arguments with which FFmpeg reads only this file, in this format, and nothing that the file refers to. */
export function makeInputArguments({ path, format }: MediaFile): string[] {
  const demuxer = demuxers.get(format);
  if (!demuxer) throw new JobFailure('unsupported_content', `FFmpeg is not asked to read ${format}`);
  const references = demuxer === 'mov' ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : [];
  return [
    // Checksums tell damage that decodes without complaint otherwise.
    ...['-err_detect', 'crccheck'],
    ...['-protocol_whitelist', 'file', '-format_whitelist', listDemuxerNames(demuxer), '-f', demuxer],
    ...references,
    ...['-i', `file:${path}`],
  ];
}

/** FFmpeg's list of allowed readers wants all names of a reader. */
const listDemuxerNames = (demuxer: string): string =>
  demuxer === 'mov' ? 'mov,mp4,m4a,3gp,3g2,mj2' : demuxer === 'matroska' ? 'matroska,webm' : demuxer;

/** Arguments of every call: no questions, and only errors, one line each. */
export const quiet = ['-nostdin', '-hide_banner', '-v', 'error'];
