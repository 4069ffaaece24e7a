import type {
  ArchiveEntry,
  ArchiveListing,
  ArchiveSource,
  Unpacked,
  UnpackLimits,
} from '../../../containers/archive.ts';
import { readZipNames } from '../../../containers/zip-directory.ts';
import { JobFailure } from '../../../contract/failure.ts';
import * as libarchive from '../../../engines/libarchive/engine.ts';
import * as sevenzip from '../../../engines/sevenzip/engine.ts';

export const archiveFormats = ['zip', 'tar', 'gz', 'bz2', 'xz', 'zst', '7z', 'rar'] as const;
export type ArchiveFormat = (typeof archiveFormats)[number];

export interface Archive extends ArchiveSource {
  format: ArchiveFormat;
  size: number;
}

/** An archive opened by one of the engines. */
export interface OpenArchive extends ArchiveListing {
  engine: 'libarchive' | 'sevenzip';
}

/** Makes names comparable: libarchive writes separators in one way, and ends names at a NUL. */
const normalise = (name: Buffer): string =>
  name.toString('latin1').replace(/\0.*/s, '').replaceAll('\\', '/').replace(/\/$/, '');

/**
 * Tells whether a ZIP file's directory lists exactly these entries. libarchive takes names from the headers before each file,
 * and leaves out entries that share one, while the directory decides for all other programs.
 */
async function isWhatDirectoryLists(path: string, entries: readonly ArchiveEntry[]): Promise<boolean> {
  const names = await readZipNames(path);
  if (names === undefined) return true;
  const listed = names.map(normalise).sort();
  const found = entries.map(({ name }) => normalise(name)).sort();
  return listed.length === found.length && listed.every((name, at) => name === found[at]);
}

export async function openArchive(archive: Archive, limits: UnpackLimits): Promise<OpenArchive> {
  const { format } = archive;
  if (format === '7z') return await openWithSevenZip(archive, limits);
  const listing = await libarchive.listEntries({ ...archive, format }, limits);
  if (format === 'zip' && !listing.isDamaged && !(await isWhatDirectoryLists(archive.path, listing.entries)))
    return await openWithSevenZip(archive, limits);
  return { ...listing, engine: 'libarchive' };
}

/**
 * Opens a ZIP file with 7-Zip, which knows the compression of large files of Windows (Deflate64) and more, and believes the
 * directory.
 */
export const openWithSevenZip = async (archive: Archive, limits: UnpackLimits): Promise<OpenArchive> => ({
  ...(await sevenzip.listEntries(archive, limits)),
  engine: 'sevenzip',
});

/** Unpacks entries of an archive to the given paths and reports the part done, from 0 to 1. */
export async function unpackArchive(
  archive: Archive,
  { engine }: OpenArchive,
  paths: ReadonlyMap<number, string>,
  limits: UnpackLimits,
  onPart: (part: number) => void,
): Promise<Map<number, Unpacked>> {
  const { format, size } = archive;
  if (engine === 'sevenzip' || format === '7z')
    return await sevenzip.unpackEntries(archive, paths, limits, onPart);
  return await libarchive.unpackEntries({ ...archive, format }, paths, limits, position =>
    onPart(Math.min(1, position / size)),
  );
}

/** Throws if an entry needs a password that was not given, or another one, or cannot be opened at all. */
export function requireUnlocked(unpacked: ReadonlyMap<number, Unpacked>): void {
  const states = new Set([...unpacked.values()].map(({ state }) => state));
  if (states.has('locked')) throw new JobFailure('password_required', 'an entry is encrypted');
  if (states.has('wrong_password')) throw new JobFailure('wrong_password', 'an entry does not open');
  if (states.has('locked_unknown'))
    throw new JobFailure('locked_unknown', 'encryption that is not supported');
}
