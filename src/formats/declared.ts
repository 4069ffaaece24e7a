import { type FormatId, formats } from './formats.ts';

const byMediaType = new Map<string, FormatId>();
const byExtension = new Map<string, FormatId>();
for (const { id, mediaTypes, extensions } of formats.values()) {
  for (const type of mediaTypes) byMediaType.set(type, id);
  for (const extension of extensions) byExtension.set(extension, id);
}

/** The format that a word names: its id, or an extension of it. */
export const findFormat = (word: string): FormatId | undefined =>
  formats.get(word as FormatId)?.id ?? byExtension.get(word);

/** A media type without its parameters, lower case. */
export const stripParameters = (contentType: string): string =>
  contentType.split(';', 1)[0]!.trim().toLowerCase();

export const getExtension = (filename: string): string =>
  /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';

/** The name without its last extension: what every output's name begins with. */
export const stripExtension = (filename: string): string => filename.replace(/(?<=.)\.[^.]*$/s, '');

/** As long as a name may be, in characters. */
export const filenameLength = 255;

/** Marks that turn the direction of what follows: they let `gpj.exe` be read as `exe.jpg`. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name that reads as it is. */
export const removeDirectionMarks = (filename: string): string => filename.replaceAll(directionMarks, '');

/**
 * The name of an output: the input's stem, then what is its own. Of a stem that leaves too little room, the beginning; of one
 * that already ends so, as of `report.pdf.docx`, the ending once.
 */
export function makeOutputName(filename: string, ending: string): string {
  const stem = stripExtension(filename);
  const named = stem.length > ending.length && stem.toLowerCase().endsWith(ending.toLowerCase());
  const room = filenameLength - [...ending].length;
  return [...(named ? stem.slice(0, -ending.length) : stem)].slice(0, room).join('') + ending;
}

/** Formats whose bytes are plain text, so that one may be sent under the media type of another. */
const loose = new Set(['text/plain', 'application/octet-stream', '']);

/**
 * Media types that files of another format are sent under too, where the name tells which. Windows calls a CSV what
 * opens it: a workbook. Opus lies in Ogg, and sound and video share the container of MP4.
 */
const sharedTypes = new Map<string, readonly FormatId[]>([
  ['application/vnd.ms-excel', ['csv']],
  ['audio/ogg', ['opus']],
  ['application/ogg', ['opus']],
  ['audio/mp4', ['mp4']],
  ['video/mp4', ['m4a', 'mov']],
  ['video/quicktime', ['mp4']],
]);

export const formatOfExtension = (extension: string): FormatId | undefined => byExtension.get(extension);

/** The format that a media type names by itself, whatever the file is called. */
export function findFormatByType(contentType: string): FormatId | undefined {
  const type = stripParameters(contentType);
  return loose.has(type) || sharedTypes.has(type) ? undefined : byMediaType.get(type);
}

/**
 * The format a caller means by media type and filename together, or undefined when they name none we know
 * or contradict each other. `text/plain` is what many systems say for any text, so the extension decides there.
 */
export function findDeclaredFormat(contentType: string, filename: string): FormatId | undefined {
  const type = stripParameters(contentType);
  const fromName = byExtension.get(getExtension(filename));
  if (loose.has(type)) return fromName ?? (type === 'text/plain' ? 'txt' : undefined);
  const fromType = byMediaType.get(type);
  if (fromType === undefined) return undefined;
  if (fromName !== undefined && sharedTypes.get(type)?.includes(fromName)) return fromName;
  return fromName === undefined || fromName === fromType ? fromType : undefined;
}
