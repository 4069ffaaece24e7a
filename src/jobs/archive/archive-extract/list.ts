import type { RunInput } from '../../run.ts';
import type { OpenArchive } from '../entries/open.ts';
import { readPaths } from '../entries/paths.ts';
import { isChosen, type Patterns } from '../entries/patterns.ts';

interface ListedEntry {
  path: string;
  type: 'file' | 'folder' | 'symlink' | 'hardlink' | 'other';
  size?: number;
  modifiedAt?: string;
  encrypted?: true;
  /** The target of a link. */
  target?: string;
  /** True if the name in the archive is absolute or leads out of it. */
  unsafe?: true;
}

export interface ArchiveList {
  format: string;
  /** False if the archive is damaged, so that entries may be missing. */
  complete: boolean;
  encrypted: boolean;
  files: number;
  folders: number;
  /** The size of all files after unpacking, if the archive states it. */
  bytes?: number;
  entries: ListedEntry[];
}

/** Describes the entries of an archive that match the patterns. */
export function describeEntries(
  { entries, isDamaged }: OpenArchive,
  { format, filename }: Pick<RunInput, 'format' | 'filename'>,
  patterns: Patterns,
): ArchiveList {
  const chosen = readPaths(entries, format, filename).filter(({ path }) => isChosen(path, patterns));
  const files = chosen.filter(({ kind }) => kind === 'file');
  const areSizesKnown = files.every(({ size }) => size !== undefined);
  return {
    format,
    complete: !isDamaged,
    encrypted: chosen.some(({ isEncrypted }) => isEncrypted),
    files: files.length,
    folders: chosen.filter(({ kind }) => kind === 'folder').length,
    ...(areSizesKnown && { bytes: files.reduce((sum, { size = 0 }) => sum + size, 0) }),
    entries: chosen.map(({ path, kind, size, modified, target, isEncrypted, isUnsafe }) => {
      const time = new Date((modified ?? Number.NaN) * 1000);
      return {
        path,
        type: kind,
        ...(kind === 'file' && size !== undefined && { size }),
        ...(!Number.isNaN(time.getTime()) && { modifiedAt: time.toISOString() }),
        ...(target !== undefined && { target }),
        ...(isEncrypted && { encrypted: true as const }),
        ...(isUnsafe && { unsafe: true as const }),
      };
    }),
  };
}
