/** A plain file name that is safe to append to a folder on any platform. Only this file creates them. */
export type SafeFilename = string & { readonly safeFilename: true };

/**
 * The maximum bytes of a name, which leaves room within the usual 255 for a number and for the suffix of an unfinished
 * download.
 */
const maxBytes = 200;
/** The maximum bytes of an extension that is kept when shortening. */
const maxExtensionBytes = 20;
const fallback = 'file';

/** Control characters, and those that change the direction in which text is shown: `exe.txt` may be `txt.exe`. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const loneSurrogates = /\p{Cs}/gu;
/** The colon separates drive letters and NTFS streams from names; Windows refuses the others. */
const refusedByWindows = /[<>:"|?*]/g;
/** Windows opens a device by each of these names, whatever the extension. */
const devices = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i;

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

/** Truncates a text to at most this many bytes, between characters. */
function cut(text: string, most: number): string {
  let bytes = 0;
  let kept = '';
  for (const char of text) {
    bytes += countBytes(char);
    if (bytes > most) break;
    kept += char;
  }
  return kept;
}

function splitExtension(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
}

/** Shortens a name but keeps its extension, which identifies the format. */
function shorten(name: string, most: number): string {
  if (countBytes(name) <= most) return name;
  const [stem, extension] = splitExtension(name);
  const bytes = countBytes(extension);
  return bytes > maxExtensionBytes ? cut(name, most) : cut(stem, most - bytes) + extension;
}

// Shells and programs read a leading dash as a flag, a leading dot hides a file, and Windows ignores dots and spaces at the end.
const trim = (name: string): string => name.replace(/^[\s.-]+/, '').replace(/[\s.]+$/, '');

/**
 * Reduces a file name chosen by a server to its last part, without anything that has a meaning to a file system, a
 * shell or a terminal. All code that joins a server's file name to a folder uses this.
 */
export function makeSafeFilename(name: unknown): SafeFilename {
  const last = typeof name === 'string' ? (name.split(/[/\\]/).at(-1) ?? '') : '';
  const plain = last
    .normalize('NFC')
    .replace(loneSurrogates, '_')
    .replace(unprintable, '')
    .replace(refusedByWindows, '_');
  const trimmed = trim(shorten(trim(plain), maxBytes)) || fallback;
  return (devices.test(trimmed) ? `_${trimmed}` : trimmed) as SafeFilename;
}

/** Makes safe names for the files of one folder. A duplicate, ignoring case, gets a number. */
export function makeFilenameSeries(): (name: unknown) => SafeFilename {
  /** The number for the next duplicate, by the name in lower case. */
  const numbers = new Map<string, number>();
  return name => {
    const safe = makeSafeFilename(name);
    const [stem, extension] = splitExtension(safe);
    let number = numbers.get(safe.toLowerCase()) ?? 1;
    let candidate: string = safe;
    while (numbers.has(candidate.toLowerCase())) candidate = `${stem}-${++number}${extension}`;
    numbers.set(safe.toLowerCase(), number);
    numbers.set(candidate.toLowerCase(), 1);
    return candidate as SafeFilename;
  };
}
