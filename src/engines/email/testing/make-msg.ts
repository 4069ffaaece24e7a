/** A folder of a compound file: streams and further folders. */
export interface Folder {
  [name: string]: Buffer | Folder;
}

const sector = 512;
const piece = 64;
const end = 0xfffffffe;
const none = 0xffffffff;

/** Writes a compound file of streams shorter than 4096 bytes, which share the sectors of one stream. */
function writeCompoundFile(root: Folder): Buffer {
  const entries: { name: string; type: number; data?: Buffer; next: number; child: number }[] = [];
  const add = (name: string, content: Buffer | Folder, type: number): number => {
    const at = entries.push({ name, type, next: none, child: none }) - 1;
    if (Buffer.isBuffer(content)) entries[at]!.data = content;
    else {
      let last = none;
      for (const [inner, value] of Object.entries(content)) {
        const added = add(inner, value, Buffer.isBuffer(value) ? 2 : 1);
        if (last === none) entries[at]!.child = added;
        else entries[last]!.next = added;
        last = added;
      }
    }
    return at;
  };
  add('Root Entry', root, 5);

  const pieces = entries.map(({ data = Buffer.alloc(0) }) => Math.ceil(data.length / piece));
  const starts = pieces.map((_, at) => pieces.slice(0, at).reduce((sum, count) => sum + count, 0));
  const shared = pad(Buffer.concat(entries.map(({ data = Buffer.alloc(0) }) => pad(data, piece))), sector);
  const pieceTable = Buffer.alloc(Math.ceil((4 * shared.length) / piece / sector) * sector, 0xff);
  for (const [at, count] of pieces.entries()) chain(pieceTable, starts[at]!, count);

  const directory = Buffer.alloc(Math.ceil(entries.length / 4) * sector);
  for (const [at, { name, type, data, next, child }] of entries.entries()) {
    const entry = directory.subarray(128 * at, 128 * (at + 1));
    entry.write(name, 'utf16le');
    entry.writeUInt16LE(2 * name.length + 2, 64);
    entry[66] = type;
    entry[67] = 1;
    for (const [index, link] of [none, next, child].entries()) entry.writeUInt32LE(link, 68 + 4 * index);
    const isRoot = type === 5;
    const sharedAt = 1 + (directory.length + pieceTable.length) / sector;
    entry.writeUInt32LE(isRoot ? sharedAt : pieces[at]! > 0 ? starts[at]! : type === 2 ? end : 0, 116);
    entry.writeUInt32LE(isRoot ? shared.length : (data?.length ?? 0), 120);
  }

  // The sectors: one with the table, then the directory, the table of pieces, and the pieces.
  const table = Buffer.alloc(sector, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  let at = 1;
  for (const part of [directory, pieceTable, shared]) {
    chain(table, at, part.length / sector);
    at += part.length / sector;
  }
  const header = Buffer.alloc(sector, 0xff);
  header.fill(0, 0, 76);
  header.write('d0cf11e0a1b11ae1', 'hex');
  for (const [place, value] of Object.entries({ 24: 0x3e, 26: 3, 28: 0xfffe, 30: 9, 32: 6 }))
    header.writeUInt16LE(value, Number(place));
  const places = {
    44: 1,
    48: 1,
    56: 4096,
    60: 1 + directory.length / sector,
    64: pieceTable.length / sector,
    68: end,
    76: 0,
  };
  for (const [place, value] of Object.entries(places)) header.writeUInt32LE(value, Number(place));
  return Buffer.concat([header, table, directory, pieceTable, shared]);
}

const pad = (data: Buffer, to: number): Buffer =>
  Buffer.concat([data, Buffer.alloc((to - (data.length % to)) % to)]);

/** Writes that `count` sectors from `start` follow each other. */
function chain(table: Buffer, start: number, count: number): void {
  for (let i = 0; i < count; i++) table.writeUInt32LE(i === count - 1 ? end : start + i + 1, 4 * (start + i));
}

export const text = (tag: string, value: string): Folder => ({
  [`__substg1.0_${tag}001F`]: Buffer.from(value, 'utf16le'),
});
export const binary = (tag: string, value: Buffer): Folder => ({ [`__substg1.0_${tag}0102`]: value });

/** Writes the stream of short properties: after a header, sixteen bytes each. Times count 100 ns since 1601. */
export const properties = (header: number, numbers: Record<number, number | Date> = {}): Folder => ({
  '__properties_version1.0': Buffer.concat([
    Buffer.alloc(header),
    ...Object.entries(numbers).map(([tag, value]) => {
      const row = Buffer.alloc(16);
      row.writeUInt16LE(Number(tag), 2);
      row.writeUInt16LE(typeof value === 'number' ? 3 : 64, 0);
      if (typeof value === 'number') row.writeInt32LE(value, 8);
      else row.writeBigInt64LE(10_000n * BigInt(value.getTime() + 11_644_473_600_000), 8);
      return row;
    }),
  ]),
});

/** Makes an Outlook message from its properties and folders. */
export const makeMsg = (content: Folder): Buffer => writeCompoundFile({ ...properties(32), ...content });
