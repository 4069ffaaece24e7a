import { textBefore } from '../text.ts';
import { type FormatId, formats } from './formats.ts';

const byMediaType = new Map<string, FormatId>();
const byExtension = new Map<string, FormatId>();
for (const { id, mediaTypes, extensions } of formats.values()) {
  // A name or type that says nothing declares no format.
  if (id === 'bin') continue;
  for (const type of mediaTypes) byMediaType.set(type, id);
  for (const extension of extensions) byExtension.set(extension, id);
}

/** Finds the format that a word names, by its id or by one of its extensions. */
export const findFormat = (word: string): FormatId | undefined =>
  formats.get(word as FormatId)?.id ?? byExtension.get(word);

/** Returns a media type without its parameters, in lower case. */
export const stripParameters = (contentType: string): string =>
  textBefore(contentType, ';').trim().toLowerCase();

export const getExtension = (filename: string): string =>
  /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';

/** Returns the name without its last extension, with which every output's name begins. */
export const stripExtension = (filename: string): string => filename.replace(/(?<=.)\.[^.]*$/s, '');

/** The longest filename, in characters. */
export const filenameLength = 255;

/** Unicode marks that reverse the direction of text: with one of them a file ending in `gpj.exe` is shown as `exe.jpg`. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/** Makes sure that a name is shown in the order its characters have. */
export const removeDirectionMarks = (filename: string): string => filename.replaceAll(directionMarks, '');

/**
 * Makes the name of an output: the input's name without its extension, then `ending`. A long name is cut so that the
 * ending fits, and a name that ends so already (`report.pdf.docx` as a PDF) does not get the ending twice.
 */
export function makeOutputName(filename: string, ending: string): string {
  const stem = stripExtension(filename);
  const named = stem.length > ending.length && stem.toLowerCase().endsWith(ending.toLowerCase());
  const room = filenameLength - [...ending].length;
  return [...(named ? stem.slice(0, -ending.length) : stem)].slice(0, room).join('') + ending;
}

/** Media types that say too little about a file, so that its extension decides. */
const loose = new Set(['text/plain', 'application/octet-stream', '']);

/**
 * Media types that are also used for other formats, which the extension then tells apart. Windows sends a CSV file as an
 * Excel workbook, Opus is stored in Ogg, and MP4 files hold sound or video.
 */
const sharedTypes = new Map<string, readonly FormatId[]>([
  ['application/vnd.ms-excel', ['csv']],
  ['audio/ogg', ['opus']],
  ['application/ogg', ['opus']],
  ['audio/mp4', ['mp4']],
  ['video/mp4', ['m4a', 'mov']],
  ['video/quicktime', ['mp4']],
]);

export const findFormatByExtension = (extension: string): FormatId | undefined => byExtension.get(extension);

/** Finds the format that a media type names by itself, whatever the file is called. */
export function findFormatByType(contentType: string): FormatId | undefined {
  const type = stripParameters(contentType);
  return loose.has(type) || sharedTypes.has(type) ? undefined : byMediaType.get(type);
}

/**
 * Finds the format that a caller declares by media type and filename together. Undefined if they name no known format
 * or contradict each other. Many systems send any text as `text/plain`, so there the extension decides.
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

/** Says why a media type and a filename declare no format, to the caller who gave them. */
export function explainUndeclared(contentType: string, filename: string): string {
  const type = stripParameters(contentType);
  const [fromType, fromName] = [byMediaType.get(type), byExtension.get(getExtension(filename))];
  const byName = 'or give application/octet-stream to go by the filename';
  if (loose.has(type))
    return getExtension(filename)
      ? `Files of type .${getExtension(filename)} are not supported (${filename}).`
      : `The name ${filename} does not say the format. Add its extension, such as .pdf or .png.`;
  if (!fromType) return `The content type ${type} is not known here: correct it, ${byName}.`;
  return `The content type ${type} says ${fromType}, the name ${filename} says ${fromName}: correct one, ${byName}.`;
}
