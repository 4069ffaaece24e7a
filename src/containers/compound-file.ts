import { copyFile, type FileHandle, open } from 'node:fs/promises';
import { JobFailure } from '../contract/failure.ts';

const signature = 'd0cf11e0a1b11ae1';
const headerBytes = 512;
const endOfChain = 0xfffffffe;
const entryBytes = 128;
const streamEntry = 2;
const rootEntry = 5;
/** The number of the table's sectors that the header lists. Further ones are listed in sectors of their own. */
const sectorsInHeader = 109;

interface Entry {
  name: string;
  start: number;
  size: number;
}

const broken = (detail: string) => new JobFailure('unreadable_input', `compound file: ${detail}`);

/** The container of old Office files: a small file system of streams. Newer Office puts encrypted documents into it. */
export class CompoundFile implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #size: number;
  readonly #header: Buffer;
  #table: number[] = [];
  #entries: Entry[] = [];
  #root: Entry | undefined;

  private constructor(file: FileHandle, size: number, header: Buffer) {
    this.#file = file;
    this.#size = size;
    this.#header = header;
  }

  /** Opens a compound file. Undefined if the file is of another kind; throws if it is damaged. */
  static async open(path: string): Promise<CompoundFile | undefined> {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
      if (bytesRead === headerBytes && buffer.toString('hex', 0, 8) === signature) {
        const opened = new CompoundFile(file, size, buffer);
        await opened.#readDirectory();
        return opened;
      }
    } catch (error) {
      await file.close();
      throw error instanceof JobFailure ? error : broken(String(error));
    }
    await file.close();
    return undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }

  get #sectorBytes(): number {
    return 1 << this.#header.readUInt16LE(30);
  }

  async #readSector(index: number): Promise<Buffer> {
    const bytes = this.#sectorBytes;
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await this.#file.read(buffer, 0, bytes, (index + 1) * bytes);
    // The last sector may be cut short by writers that do not fill it.
    if (bytesRead === 0) throw broken(`sector ${index} lies outside`);
    return buffer;
  }

  #followChain(start: number, table: readonly number[]): number[] {
    const sectors: number[] = [];
    for (let at = start; at < endOfChain; at = table[at] ?? endOfChain) {
      if (sectors.push(at) > table.length) throw broken('a chain without end');
    }
    return sectors;
  }

  async #readDirectory(): Promise<void> {
    const shift = this.#header.readUInt16LE(30);
    if (shift !== 9 && shift !== 12) throw broken(`sectors of 2^${shift} bytes`);
    this.#table = await this.#readTable();
    const directory = await this.#readChain(this.#header.readUInt32LE(48), this.#table);
    for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
      const type = directory[at + 66];
      if (type !== streamEntry && type !== rootEntry) continue;
      const name = directory.toString(
        'utf16le',
        at,
        at + Math.max(0, Math.min(64, directory.readUInt16LE(at + 64)) - 2),
      );
      const entry = { name, start: directory.readUInt32LE(at + 116), size: directory.readUInt32LE(at + 120) };
      if (type === rootEntry) this.#root ??= entry;
      else this.#entries.push(entry);
    }
  }

  async #readTable(): Promise<number[]> {
    const places: number[] = [];
    for (let i = 0; i < sectorsInHeader; i++) places.push(this.#header.readUInt32LE(76 + 4 * i));
    const perSector = this.#sectorBytes / 4;
    let next = this.#header.readUInt32LE(68);
    for (let left = this.#header.readUInt32LE(72); left > 0 && next < endOfChain; left--) {
      const sector = await this.#readSector(next);
      for (let i = 0; i < perSector - 1; i++) places.push(sector.readUInt32LE(4 * i));
      next = sector.readUInt32LE(4 * (perSector - 1));
      if (places.length * this.#sectorBytes > this.#size + sectorsInHeader * this.#sectorBytes)
        throw broken('more tables than fit');
    }
    const table: number[] = [];
    for (const place of places.filter(each => each < endOfChain)) {
      const sector = await this.#readSector(place);
      for (let i = 0; i < perSector; i++) table.push(sector.readUInt32LE(4 * i));
    }
    return table;
  }

  async #readChain(start: number, table: readonly number[]): Promise<Buffer> {
    const sectors: Buffer[] = [];
    for (const index of this.#followChain(start, table)) sectors.push(await this.#readSector(index));
    return Buffer.concat(sectors);
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** Finds a stream by its name, regardless of case. */
  #find(name: string): Entry | undefined {
    return this.#entries.find(each => each.name.toLowerCase() === name.toLowerCase());
  }

  #requireEntry(name: string): Entry {
    const entry = this.#find(name);
    if (!entry) throw broken(`no stream ${name}`);
    return entry;
  }

  getSize(name: string): number {
    return this.#requireEntry(name).size;
  }

  /** Finds where in the file a stream's bytes lie, piece by piece. */
  async #locatePieces(name: string): Promise<{ at: number; length: number }[]> {
    const { start, size } = this.#requireEntry(name);
    const bytes = this.#sectorBytes;
    const isShort = size < this.#header.readUInt32LE(56);
    let [places, each] = [this.#followChain(start, this.#table).map(sector => (sector + 1) * bytes), bytes];
    if (isShort) {
      // Short streams share the sectors of the root entry's stream.
      const shared = this.#followChain(this.#root?.start ?? endOfChain, this.#table);
      const table = await this.#readChain(this.#header.readUInt32LE(60), this.#table);
      const numbers = Array.from({ length: table.length / 4 }, (_, i) => table.readUInt32LE(4 * i));
      each = 1 << this.#header.readUInt16LE(32);
      places = this.#followChain(start, numbers).map(index => {
        const sector = shared[Math.floor((index * each) / bytes)];
        if (sector === undefined) throw broken(`short sector ${index} lies outside`);
        return (sector + 1) * bytes + ((index * each) % bytes);
      });
    }
    const pieces: { at: number; length: number }[] = [];
    let left = size;
    for (const at of places) {
      const length = Math.min(each, left);
      const last = pieces.at(-1);
      if (last && last.at + last.length === at) last.length += length;
      else if (length) pieces.push({ at, length });
      left -= length;
    }
    return pieces;
  }

  /** Reads the bytes of a stream, wherever it is nested. */
  async read(name: string): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (const { at, length } of await this.#locatePieces(name)) {
      // The last sector may be cut short by writers that do not fill it.
      if (at + length >= this.#size + this.#sectorBytes) throw broken(`${name} lies outside`);
      const part = Buffer.alloc(length);
      await this.#file.read(part, 0, length, at);
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  /** Copies the file `from`, which this object was opened from, and replaces a stream by as many other bytes. */
  async copyWithStream(from: string, to: string, name: string, bytes: Buffer): Promise<void> {
    await copyFile(from, to);
    const file = await open(to, 'r+');
    try {
      let done = 0;
      for (const { at, length } of await this.#locatePieces(name)) {
        await file.write(bytes, done, Math.min(length, bytes.length - done), at);
        done += length;
      }
    } finally {
      await file.close();
    }
  }
}
