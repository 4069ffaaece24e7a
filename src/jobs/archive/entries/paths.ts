import type { ArchiveEntry } from '../../../containers/archive.ts';
import { decodeFileNames } from '../../../encodings/file-names.ts';
import { stripExtension } from '../../../formats/declared.ts';
import type { FormatId } from '../../../formats/formats.ts';

/** An entry with its path, which has `/` between its parts and stays within the archive. */
export interface PathEntry extends ArchiveEntry {
  path: string;
  /** The target of a link, as the archive has it. */
  target?: string;
  /** True if the name was absolute or led out of the archive. */
  isUnsafe: boolean;
}

const control = /[\u0000-\u001f\u007f\u2028\u2029]/g;
const drive = /^[A-Za-z]:/;

/** Removes everything from a path that would lead out of the folder it is unpacked to. */
function cleanPath(name: string, separator: RegExp): { path: string; isUnsafe: boolean } {
  const parts = name.replace(control, '_').toWellFormed().replace(drive, '').split(separator);
  const kept = parts.filter(part => part !== '' && part !== '.' && part !== '..');
  const isUnsafe = parts.includes('..') || parts[0] === '' || drive.test(name);
  return { path: kept.join('/'), isUnsafe: isUnsafe && name !== '' };
}

/** The formats that compress one file, which has no name of its own. */
const compressors: readonly FormatId[] = ['gz', 'bz2', 'xz', 'zst'];

/**
 * Gives each entry its path. The only file of a compressed stream is named after the stream: `report.csv.gz` holds
 * `report.csv`. Names of some Windows programs have only backslashes between their parts.
 */
export function readPaths(entries: readonly ArchiveEntry[], format: FormatId, filename: string): PathEntry[] {
  const [only] = entries;
  if (only && entries.length === 1 && only.size === undefined && compressors.includes(format))
    return [{ ...only, path: stripExtension(filename), isUnsafe: false }];
  const names = decodeFileNames(entries.map(({ name }) => name));
  const separator = names.some(name => name.includes('/')) ? /\// : /[/\\]/;
  const targets = decodeFileNames(entries.map(({ link = Buffer.alloc(0) }) => link));
  return entries.map((entry, at) => ({
    ...entry,
    ...cleanPath(names[at] ?? '', separator),
    ...(entry.link && { target: (targets[at] ?? '').replace(control, '_') }),
  }));
}

/** Lists the files, each with the entry that has its content: a hard link shares that of an earlier file. */
export function resolveHardLinks(entries: readonly PathEntry[]): { entry: PathEntry; source: PathEntry }[] {
  const byName = new Map<string, PathEntry>();
  return entries.flatMap(entry => {
    const source = entry.kind === 'hardlink' ? byName.get(entry.link?.toString('latin1') ?? '') : entry;
    if (source?.kind !== 'file') return [];
    byName.set(entry.name.toString('latin1'), source);
    return [{ entry, source }];
  });
}
