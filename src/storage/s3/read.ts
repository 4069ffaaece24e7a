import { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { limits } from '../../settings/limits.ts';
import { type ByteRange, MissingFile, StoreUnavailable } from '../storage.ts';
import { isNoSuchKey, type Store } from './store.ts';

/** Files up to this size are read completely before they are returned. */
const smallBytes = 256 * 1024;

interface Opened {
  body: Readable;
  length: number;
  tag: string | undefined;
}

async function open(store: Store, Key: string, range: string | undefined, IfMatch?: string): Promise<Opened> {
  const { Body, ContentLength, ETag } = await store.send(
    new GetObjectCommand({
      Bucket: store.bucket,
      Key,
      ...(range && { Range: range }),
      ...(IfMatch && { IfMatch }),
    }),
  );
  return { body: Body as Readable, length: ContentLength ?? 0, tag: ETag };
}

/**
 * Resumes reading after a broken connection, as long as it is the same object and each attempt makes
 * progress.
 */
async function* readOn(
  store: Store,
  key: string,
  start: number,
  first: Opened,
  current: { body: Readable },
): AsyncIterable<Buffer> {
  let read = 0;
  let failures = 0;
  for (;;) {
    let broken: unknown = new Error(`the response ended after ${read} of ${first.length} bytes`);
    try {
      for await (const chunk of current.body as AsyncIterable<Buffer>) {
        read += chunk.length;
        failures = 0;
        yield chunk;
      }
    } catch (error) {
      broken = error;
    } finally {
      current.body.destroy();
    }
    if (read >= first.length) return;
    if (++failures >= limits.storeAttempts) throw new StoreUnavailable('GetObject', broken);
    const range = `bytes=${start + read}-${start + first.length - 1}`;
    current.body = (await open(store, key, range, first.tag)).body;
  }
}

/** Reads an object or a range of it: a small one as a buffer, otherwise as a stream. */
export async function readObject(
  store: Store,
  objectKey: string,
  key: string,
  range?: ByteRange,
): Promise<Readable | Buffer> {
  const header = range && `bytes=${range.start}-${range.end}`;
  const first = await open(store, objectKey, header).catch(error => {
    throw isNoSuchKey(error) ? new MissingFile(key) : error;
  });
  const current = { body: first.body };
  const content = readOn(store, objectKey, range?.start ?? 0, first, current);
  if (first.length <= smallBytes) {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
  const stream = Readable.from(content, { objectMode: false });
  // A reader that leaves while nothing arrives must not keep the connection.
  stream.on('close', () => current.body.destroy());
  return stream;
}

/** Reads the same in pieces. */
export async function* readPieces(content: Readable | Buffer): AsyncIterable<Buffer> {
  if (Buffer.isBuffer(content)) yield content;
  else yield* content as AsyncIterable<Buffer>;
}
