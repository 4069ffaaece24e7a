interface ZipEntry {
  /** Its path in the archive. */
  name: string;
  /** Its size when it is unpacked. */
  size: number;
}

/** The end of an archive in which its list of files is looked for: the list's own end has a comment of up to 64 KiB. */
const tailBytes = 256 * 1024;
/** A longer list of files is not read. */
const maxListBytes = 16 * 1024 ** 2;

const listEnd = 0x06054b50;
const listEntry = 0x02014b50;
/** The size of these records without the texts that follow them. */
const listEndBytes = 22;
const listEntryBytes = 46;
/** The bit of an entry whose name is UTF-8. */
const utf8Flag = 0x800;

/** Reads bytes of a file, whether or not its server answers ranges. */
async function readRange(url: string, start: number, end: number): Promise<DataView> {
  const response = await fetch(url, { headers: { range: `bytes=${start}-${end - 1}` } });
  if (!response.ok) throw new Error(`The file could not be read (${response.status}).`);
  const bytes = await response.arrayBuffer();
  return new DataView(response.status === 206 ? bytes : bytes.slice(start, end));
}

/** Finds the record that ends the list of files. */
function findListEnd(tail: DataView): number | undefined {
  for (let at = tail.byteLength - listEndBytes; at >= 0; at--)
    if (tail.getUint32(at, true) === listEnd) return at;
  return undefined;
}

function listEntries(list: DataView): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + listEntryBytes <= list.byteLength && list.getUint32(at, true) === listEntry) {
    const nameBytes = list.getUint16(at + 28, true);
    const further = list.getUint16(at + 30, true) + list.getUint16(at + 32, true);
    const isUtf8 = (list.getUint16(at + 8, true) & utf8Flag) !== 0;
    const written = new Uint8Array(
      list.buffer,
      list.byteOffset + at + listEntryBytes,
      Math.min(nameBytes, list.byteLength - at - listEntryBytes),
    );
    const name = new TextDecoder(isUtf8 ? 'utf-8' : 'windows-1252').decode(written);
    if (!name.endsWith('/')) entries.push({ name, size: list.getUint32(at + 24, true) });
    at += listEntryBytes + nameBytes + further;
  }
  return entries;
}

/** Lists the files of a ZIP archive from the list at its end. Undefined: it has none that can be read. */
export async function readZipEntries({
  url,
  size,
}: {
  url: string;
  size: number;
}): Promise<ZipEntry[] | undefined> {
  const tailStart = Math.max(0, size - tailBytes);
  const tail = await readRange(url, tailStart, size);
  const end = findListEnd(tail);
  if (end === undefined) return undefined;
  const listBytes = tail.getUint32(end + 12, true);
  const listStart = tail.getUint32(end + 16, true);
  // Archives larger than 4 GiB have their list elsewhere.
  if (listBytes > maxListBytes || listStart + listBytes > size) return undefined;
  if (listStart < tailStart) return listEntries(await readRange(url, listStart, listStart + listBytes));
  return listEntries(new DataView(tail.buffer, listStart - tailStart, listBytes));
}
