import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type {
  ArchiveEntry,
  ArchiveListing,
  ArchiveSource,
  Unpacked,
  UnpackLimits,
} from '../../containers/archive.ts';
import { JobFailure } from '../../contract/failure.ts';
import { ProgramFailure, runProgram, spawnProgram } from '../program.ts';

const program = '7zz';
/** Exit codes after which the output is of use: success, warnings, and damage in some entries. */
const useful = [0, 1, 2];
const interrupted = 255;

interface SevenZipEntry extends ArchiveEntry {
  checksum?: number;
}

const kinds: Record<string, ArchiveEntry['kind']> = {
  l: 'symlink',
  b: 'other',
  c: 'other',
  p: 'other',
  s: 'other',
};

function findKind(attributes: string): ArchiveEntry['kind'] {
  const [flags = '', mode = ''] = attributes.split(' ');
  return flags.startsWith('D') || mode.startsWith('d') ? 'folder' : (kinds[mode.charAt(0)] ?? 'file');
}

function readEntry(block: string, index: number): SevenZipEntry {
  const fields = new Map(
    block.split('\n').map(line => {
      const at = line.indexOf(' = ');
      return [line.slice(0, at), line.slice(at + 3)] as const;
    }),
  );
  const modified = Date.parse(`${(fields.get('Modified') ?? '').slice(0, 19).replace(' ', 'T')}Z`);
  const checksum = fields.get('CRC');
  return {
    index,
    name: Buffer.from(fields.get('Path') ?? '', 'utf8'),
    kind: findKind(fields.get('Attributes') ?? ''),
    size: Number(fields.get('Size') || 0),
    ...(Number.isFinite(modified) && { modified: modified / 1000 }),
    ...(checksum && { checksum: Number.parseInt(checksum, 16) }),
    isEncrypted: fields.get('Encrypted') === '+',
  };
}

/** Turns what 7-Zip says about an archive that it cannot open into a failure. */
function explainFailure(text: string, code: number, password: string | undefined): JobFailure {
  const detail = `7-Zip ended with ${code}: ${text.slice(-2000)}`;
  if (/Wrong password|Enter password/.test(text) && (code === interrupted || /encrypted/i.test(text)))
    return new JobFailure(password === undefined ? 'password_required' : 'wrong_password', detail);
  if (/allocate required memory/i.test(text)) return new JobFailure('limit_exceeded', detail);
  return new JobFailure('unreadable_input', detail);
}

async function listWithChecksums(
  { path, password, dir }: ArchiveSource,
  limits: UnpackLimits,
): Promise<{ entries: SevenZipEntry[]; isDamaged: boolean }> {
  // 7-Zip asks for a password on standard input; an empty one is an answer too, and opens nothing.
  const args = ['l', '-slt', '-sccUTF-8', '-bd', '--', path];
  const env = { TZ: 'UTC' };
  const { code, stdout, stderr } = await runProgram(program, args, {
    cwd: dir,
    env,
    stdin: `${password ?? ''}\n`,
    accept: [...useful, interrupted],
  }).catch(error => {
    if (error instanceof ProgramFailure) throw explainFailure(error.stderr, error.code ?? -1, password);
    throw error;
  });
  const text = stdout.toString('utf8');
  const [head = '', list] = text.split('\n----------\n', 2);
  if (list === undefined) throw explainFailure(head + stderr, code, password);
  const blocks = list.split('\n\n').filter(block => block.startsWith('Path = '));
  if (blocks.length > limits.entries) throw new JobFailure('too_many_entries', `${blocks.length} entries`);
  return { entries: blocks.map(readEntry), isDamaged: code !== 0 };
}

/** Lists the entries of an archive from its directory. */
export async function listEntries(source: ArchiveSource, limits: UnpackLimits): Promise<ArchiveListing> {
  const { entries, isDamaged } = await listWithChecksums(source, limits);
  return { entries: entries.map(({ checksum: _, ...entry }) => entry), isDamaged };
}

/** Cuts the unpacked bytes of all entries, which follow each other, into files. */
class Cutter {
  readonly #entries: SevenZipEntry[];
  readonly #paths: ReadonlyMap<number, string>;
  readonly unpacked = new Map<number, Unpacked>();
  #at = 0;
  #written = 0;
  #checksum = 0;
  #file: FileHandle | undefined;

  constructor(entries: SevenZipEntry[], paths: ReadonlyMap<number, string>) {
    this.#entries = entries;
    this.#paths = paths;
  }

  async #begin(): Promise<void> {
    const path = this.#paths.get(this.#entries[this.#at]?.index ?? -1);
    if (path !== undefined) this.#file ??= await open(path, 'w');
  }

  async #end({ index, checksum }: SevenZipEntry): Promise<void> {
    await this.#begin();
    const isWhole = checksum === undefined || checksum === this.#checksum;
    if (this.#file) this.unpacked.set(index, { state: isWhole ? 'whole' : 'damaged', size: this.#written });
    await this.#file?.close();
    this.#file = undefined;
    this.#written = 0;
    this.#checksum = 0;
    this.#at++;
  }

  /** Ends the entries that have all their bytes, empty ones included. */
  async settle(): Promise<void> {
    for (let entry = this.#entries[this.#at]; entry; entry = this.#entries[this.#at]) {
      if (this.#written < (entry.size ?? 0)) return;
      await this.#end(entry);
    }
  }

  async write(bytes: Buffer): Promise<void> {
    for (let rest = bytes; rest.length > 0; ) {
      await this.settle();
      const entry = this.#entries[this.#at];
      if (!entry) return;
      await this.#begin();
      const piece = rest.subarray(0, (entry.size ?? 0) - this.#written);
      await this.#file?.write(piece);
      this.#checksum = crc32(piece, this.#checksum);
      this.#written += piece.length;
      rest = rest.subarray(piece.length);
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

/**
 * Unpacks entries to the given paths, by their indexes. 7-Zip writes the bytes of all entries to its standard output, so
 * that no name of the archive reaches the file system. An entry that is missing in the result was not reached.
 */
export async function unpackEntries(
  source: ArchiveSource,
  paths: ReadonlyMap<number, string>,
  limits: UnpackLimits,
  onUnpacked: (fraction: number) => void,
): Promise<Map<number, Unpacked>> {
  const { path, password, dir } = source;
  const { entries } = await listWithChecksums(source, limits);
  const files = entries.filter(({ kind }) => kind !== 'folder');
  const total = files.reduce((sum, { size = 0 }) => sum + size, 0);
  if (total > limits.bytes) throw new JobFailure('unpacks_too_large', `${total} unpacked bytes`);
  const child = spawnProgram(program, ['x', '-so', '-bd', '-sccUTF-8', '--', path], { cwd: dir });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-16_384);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(`${password ?? ''}\n`);
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => resolve(code ?? -1));
  });
  const cutter = new Cutter(files, paths);
  let done = 0;
  try {
    for await (const bytes of child.stdout as AsyncIterable<Buffer>) {
      await cutter.write(bytes);
      done += bytes.length;
      onUnpacked(done / Math.max(1, total));
    }
    await cutter.settle();
  } finally {
    await cutter.close();
  }
  const code = await ended;
  const isLocked = /encrypted file|Wrong password|Enter password/.test(said) && code !== 0;
  if (isLocked && ![...cutter.unpacked.values()].some(({ state, size }) => state === 'whole' && size > 0))
    throw new JobFailure(password === undefined ? 'password_required' : 'wrong_password', said.slice(-2000));
  if (!useful.includes(code) && cutter.unpacked.size === 0) throw explainFailure(said, code, password);
  return cutter.unpacked;
}
