const sector = 512;
/** Shorter streams would have to share sectors. */
export const minStream = 4096;
const free = 0xffffffff;
const end = 0xfffffffe;
const tableSector = 0xfffffffd;

export const number32 = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer);
export const padded = (data: Buffer, to: number, fill = 0): Buffer =>
  Buffer.concat([data, Buffer.alloc((to - (data.length % to)) % to, fill)]);

function directoryEntry(name: string, type: number, links: number[], start: number, size: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE(2 * name.length + 2, 64);
  entry[66] = type;
  entry[67] = 1;
  for (const [index, link] of links.entries()) entry.writeUInt32LE(link, 68 + 4 * index);
  entry.writeUInt32LE(start, 116);
  entry.writeUInt32LE(size, 120);
  return entry;
}

/**
 * Creates an MS-CFB file with up to three long streams, shorter names first: tables, then the directory, then each
 * stream contiguously.
 */
export function compoundFile(named: Record<string, Buffer>): Buffer {
  const names = Object.keys(named);
  const streams = Object.values(named).map(data => padded(data, sector));
  const counts = streams.map(data => data.length / sector);
  const tables = Math.ceil((counts.reduce((sum, count) => sum + count) + 8) / 127);
  const starts = counts.map((_, index) =>
    counts.slice(0, index).reduce((sum, count) => sum + count, tables + 1),
  );
  const table = Buffer.alloc(tables * sector, 0xff);
  const chain = (start: number, count: number) => {
    for (let i = 0; i < count; i++)
      table.writeUInt32LE(i === count - 1 ? end : start + i + 1, 4 * (start + i));
  };
  for (let i = 0; i < tables; i++) table.writeUInt32LE(tableSector, 4 * i);
  chain(tables, 1);
  for (const [index, start] of starts.entries()) chain(start, counts[index]!);
  const header = Buffer.alloc(sector, 0xff);
  header.fill(0, 0, 76);
  header.write('d0cf11e0a1b11ae1', 'hex');
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at);
  for (const [at, value] of [
    [44, tables],
    [48, tables],
    [56, minStream],
    [60, end],
    [68, end],
  ] as const)
    header.writeUInt32LE(value, at);
  for (let i = 0; i < tables; i++) header.writeUInt32LE(i, 76 + 4 * i);
  const entries = names.map((name, index) =>
    directoryEntry(
      name,
      2,
      [free, names[index + 1] ? index + 2 : free, free],
      starts[index]!,
      named[name]!.length,
    ),
  );
  const directory = padded(
    Buffer.concat([directoryEntry('Root Entry', 5, [free, free, 1], end, 0), ...entries]),
    sector,
  );
  return Buffer.concat([header, table, directory, ...streams]);
}
