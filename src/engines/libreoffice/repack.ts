import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { openEntry } from '../../containers/read-zip.ts';
import { writeZip } from '../../containers/write-zip.ts';

/** Reads a part; undefined if there is none of that name or it is longer than `most`. */
export async function readPart(path: string, name: string, most: number): Promise<Buffer | undefined> {
  const stream = await openEntry(path, name);
  if (!stream) return undefined;
  let size = 0;
  async function* limit(stream: AsyncIterable<Buffer>) {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > most) return;
      yield chunk;
    }
  }
  const bytes = await buffer(Readable.from(limit(stream)));
  return size > most ? undefined : bytes;
}

/** Writes the same package with some of its parts replaced. */
export async function repackZip(
  path: string,
  entries: readonly string[],
  parts: ReadonlyMap<string, Buffer>,
  dir: string,
): Promise<string> {
  const folder = join(dir, 'parts');
  await mkdir(folder);
  const files: { name: string; path: string }[] = [];
  for (const [index, name] of entries.entries()) {
    if (name.endsWith('/')) continue;
    const file = { name, path: join(folder, String(index)) };
    const part = parts.get(name);
    await pipeline(
      Readable.from(part ? [part] : (await openEntry(path, name))!),
      createWriteStream(file.path),
    );
    files.push(file);
  }
  const made = join(dir, 'repacked');
  await writeZip(made, files);
  return made;
}
