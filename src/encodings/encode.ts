import { closeSync, openSync, writeFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import { JobFailure } from '../contract/failure.ts';

const marked = new Set(['utf-8-bom', 'utf-16le', 'utf-16be']);

/** Encodes text. A character that the encoding does not have is a failure, never a question mark. */
async function* encodeText(
  chunks: AsyncIterable<string> | Iterable<string>,
  name: string,
): AsyncGenerator<Buffer> {
  const encoding = name === 'utf-8-bom' ? 'utf-8' : name;
  const unicode = encoding.startsWith('utf');
  if (marked.has(name)) yield iconv.encode('\ufeff', encoding);
  let high = '';
  for await (const chunk of chunks) {
    let text = high + chunk;
    // A pair of surrogates may be cut apart between two chunks.
    high = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
    if (high) text = text.slice(0, -1);
    if (!text.isWellFormed()) throw new JobFailure('not_representable', 'text with half a character');
    const bytes = iconv.encode(text, encoding);
    if (!unicode && iconv.decode(bytes, encoding) !== text) {
      throw new JobFailure('encoding_lacks', `text has characters that ${encoding} does not`);
    }
    if (bytes.length) yield bytes;
  }
  if (high) throw new JobFailure('not_representable', 'text with half a character');
}

/** The number of bytes that are written at once: a call to the disk for each small piece would take longer than making it. */
const batchBytes = 128 * 1024;

/**
 * Writes a text file in the encoding asked for. It uses no stream, which takes as long to set up as a small text to
 * write.
 */
export async function writeTextFile(
  path: string,
  chunks: AsyncIterable<string> | Iterable<string>,
  encoding: string,
): Promise<void> {
  const file = openSync(path, 'w');
  try {
    let batch: Buffer[] = [];
    let size = 0;
    const write = () => {
      // A single piece may be the whole of a huge text, so it is not copied.
      const [only, ...others] = batch;
      if (only) writeFileSync(file, others.length === 0 ? only : Buffer.concat(batch, size));
      [batch, size] = [[], 0];
    };
    for await (const bytes of encodeText(chunks, encoding)) {
      batch.push(bytes);
      size += bytes.length;
      if (size >= batchBytes) write();
    }
    write();
  } finally {
    closeSync(file);
  }
}
