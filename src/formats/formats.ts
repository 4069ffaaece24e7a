import { data } from './table/data.ts';
import { documents } from './table/documents.ts';
import type { Format } from './table/format.ts';
import { images } from './table/images.ts';
import { media } from './table/media.ts';
import { others } from './table/others.ts';

const rows = [...images, ...documents, ...data, ...media, ...others];

/** The name of a format: a mistyped one does not compile. */
export type FormatId = (typeof rows)[number]['id'];

export const formats: ReadonlyMap<FormatId, Format<FormatId>> = new Map(rows.map(row => [row.id, row]));

export function getFormat(id: FormatId): Format<FormatId> {
  const found = formats.get(id);
  if (!found) throw new Error(`no such format: ${id}`);
  return found;
}

export const audioFormats: readonly FormatId[] = ['wav', 'mp3', 'flac', 'm4a', 'ogg', 'opus', 'aac', 'aiff'];
export const videoFormats: readonly FormatId[] = ['webm', 'mp4', 'mov', 'mkv'];
/** The formats of video that are read and never written. */
export const readOnlyVideoFormats: readonly FormatId[] = ['avi', 'wmv', 'flv', 'ts', 'mpg'];
/** The formats that sound is read from. */
export const soundFormats: readonly FormatId[] = [...audioFormats, ...videoFormats, ...readOnlyVideoFormats];
