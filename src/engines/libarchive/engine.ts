import { fileURLToPath } from 'node:url';
import type {
  ArchiveEntry,
  ArchiveListing,
  ArchiveSource,
  Unpacked,
  UnpackLimits,
} from '../../containers/archive.ts';
import { JobFailure } from '../../contract/failure.ts';
import { ProgramFailure, runProgram } from '../program.ts';
import { findLockedFiles } from './rar-locks.ts';

const script = fileURLToPath(new URL('archive.py', import.meta.url));

/** The readers for each format and the compression around it. `raw` is one compressed file that is not an archive. */
const readers = {
  zip: { formats: ['zip'] },
  tar: { formats: ['tar'] },
  gz: { formats: ['tar', 'raw'], filter: 'gzip' },
  bz2: { formats: ['tar', 'raw'], filter: 'bzip2' },
  xz: { formats: ['tar', 'raw'], filter: 'xz' },
  zst: { formats: ['tar', 'raw'], filter: 'zstd' },
  rar: { formats: ['rar', 'rar5'] },
} as const;
export type LibarchiveFormat = keyof typeof readers;

interface Source extends ArchiveSource {
  format: LibarchiveFormat;
}

interface Message {
  end?: 'whole' | 'damaged' | 'unreadable' | 'too_many' | 'too_large';
  detail?: string;
}
interface EntryMessage extends Message, Omit<ArchiveEntry, 'name' | 'link'> {
  name: string;
  link?: string;
}
interface UnpackedMessage extends Message, Unpacked {
  index: number;
  isEncrypted: boolean;
  position: number;
}

const decode = (text: string): Buffer => Buffer.from(text, 'base64');

/** Runs the script and returns its lines; the last one says how the archive ended. */
async function runScript<Line extends Message>(
  { path, format, password, dir }: Source,
  request: Record<string, unknown>,
  onLine: (line: Line) => void = () => {},
): Promise<{ lines: Line[]; isDamaged: boolean }> {
  const lines: Line[] = [];
  let rest = '';
  const onStdout = (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const line = JSON.parse(part) as Line;
      lines.push(line);
      onLine(line);
    }
  };
  try {
    await runProgram('/usr/bin/python3', ['-I', script], {
      cwd: dir,
      stdin: JSON.stringify({ path, ...readers[format], ...(password && { password }), ...request }),
      onStdout,
    });
  } catch (error) {
    // A broken archive may crash its reader.
    if (error instanceof ProgramFailure && (error.signal === 'SIGSEGV' || error.signal === 'SIGABRT'))
      throw new JobFailure('unreadable_input', error.detail);
    throw error;
  }
  const last = lines.pop();
  const detail = `libarchive: ${last?.end} ${last?.detail ?? ''}`;
  if (last?.end === 'too_many') throw new JobFailure('too_many_entries', detail);
  if (last?.end === 'too_large') throw new JobFailure('unpacks_too_large', detail);
  if (last?.end === 'unreadable')
    throw new JobFailure(
      /encrypt|passphrase/i.test(last.detail ?? '') ? 'locked_unknown' : 'unreadable_input',
      detail,
    );
  if (last?.end === undefined) throw new JobFailure('engine_error', detail);
  return { lines, isDamaged: last.end === 'damaged' };
}

const findLocked = async ({ path, format }: Source): Promise<ReadonlySet<number>> =>
  format === 'rar' ? await findLockedFiles(path) : new Set();

/** Lists the entries of an archive. Its files are not unpacked, except where a stream is compressed as a whole. */
export async function listEntries(source: Source, limits: UnpackLimits): Promise<ArchiveListing> {
  const { lines, isDamaged } = await runScript<EntryMessage>(source, { ...limits });
  const locked = await findLocked(source);
  const entries = lines.map(({ name, link, ...entry }) => ({
    ...entry,
    ...(locked.has(entry.index) && { isEncrypted: true }),
    name: decode(name),
    ...(link !== undefined && { link: decode(link) }),
  }));
  return { entries, isDamaged };
}

/** Unpacks entries to the given paths, by their indexes. An entry that is missing in the result was not reached. */
export async function unpackEntries(
  source: Source,
  paths: ReadonlyMap<number, string>,
  limits: UnpackLimits,
  onUnpacked: (packedBytes: number) => void,
): Promise<Map<number, Unpacked>> {
  const request = { ...limits, paths: Object.fromEntries(paths) };
  const { lines } = await runScript<UnpackedMessage>(source, request, ({ position }) => onUnpacked(position));
  const locked = await findLocked(source);
  return new Map(
    lines.map(({ index, state, size, isEncrypted }) => [
      index,
      locked.has(index)
        ? { size, state: 'locked_unknown' }
        : // One wrong password in 256 passes the check of old ZIP encryption and unpacks to noise.
          { size, state: state === 'damaged' && isEncrypted && source.password ? 'wrong_password' : state },
    ]),
  );
}
