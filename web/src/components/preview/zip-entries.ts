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

/** Finds the list of files by the record after it. Archives larger than 4 GiB have their list elsewhere. */
function findList(tail: DataView, size: number): { start: number; bytes: number } | undefined {
  for (let at = tail.byteLength - listEndBytes; at >= 0; at--)
    if (tail.getUint32(at, true) === listEnd) {
      const [bytes, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
      return bytes > maxListBytes || start + bytes > size ? undefined : { start, bytes };
    }
  return undefined;
}

function readList(list: DataView): ZipEntry[] {
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

/** Lists the files of a ZIP archive. Undefined: its list cannot be read. */
export function listZipEntries(archive: ArrayBuffer): ZipEntry[] | undefined {
  const list = findList(new DataView(archive), archive.byteLength);
  return list && readList(new DataView(archive, list.start, list.bytes));
}

/** Lists the files of a ZIP archive at an address, of which only the end is read. Undefined: its list cannot be read. */
export async function readZipEntries({
  url,
  size,
}: {
  url: string;
  size: number;
}): Promise<ZipEntry[] | undefined> {
  const tailStart = Math.max(0, size - tailBytes);
  const tail = await readRange(url, tailStart, size);
  const list = findList(tail, size);
  if (!list) return undefined;
  const { start, bytes } = list;
  if (start < tailStart) return readList(await readRange(url, start, start + bytes));
  return readList(new DataView(tail.buffer, start - tailStart, bytes));
}
