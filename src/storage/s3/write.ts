import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Chunks, Stored } from '../storage.ts';
import type { Store } from './store.ts';

const mb = 1024 * 1024;
/** Of a file whose size is not known. Some stores take no more than a thousand parts, which makes 16 GB. */
export const partBytes = 16 * mb;
const mostParts = 1000;
/** On their way at once; one more is being gathered. */
const partsAtOnce = 2;

/** As small as can be, since a part is held in memory until the store has it. */
export const partBytesFor = (size: number): number => Math.max(8 * mb, Math.ceil(size / mostParts / mb) * mb);

/** Gathers chunks to parts, each of exactly `bytes` but the last: some stores want them alike. An empty file has one. */
export async function* gatherParts(source: Chunks, bytes: number): AsyncIterable<Buffer> {
  let chunks: Uint8Array[] = [];
  let gathered = 0;
  let yielded = false;
  for await (let chunk of source) {
    while (gathered + chunk.length > bytes) {
      const fits = bytes - gathered;
      chunks.push(chunk.subarray(0, fits));
      chunk = chunk.subarray(fits);
      yield Buffer.concat(chunks, bytes);
      yielded = true;
      chunks = [];
      gathered = 0;
    }
    if (chunk.length === 0) continue;
    chunks.push(chunk);
    gathered += chunk.length;
  }
  if (gathered > 0 || !yielded) yield Buffer.concat(chunks, gathered);
}

/** Sends parts as they come, a few at a time, and makes them one object; or leaves nothing. */
async function putParts(
  store: Store,
  Key: string,
  parts: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const Bucket = store.bucket;
  const { UploadId } = await store.send(new CreateMultipartUploadCommand({ Bucket, Key }), signal);
  const sent: { PartNumber: number; ETag: string | undefined }[] = [];
  const sending = new Set<Promise<void>>();
  const send = async (PartNumber: number, Body: Buffer): Promise<void> => {
    const part = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body });
    const { ETag } = await store.send(part, signal);
    sent[PartNumber - 1] = { PartNumber, ETag };
  };
  try {
    let number = 0;
    for await (const part of parts) {
      const one = send(++number, part);
      sending.add(one);
      // Heard where it is awaited; until then it must not count as unhandled.
      one.then(() => sending.delete(one)).catch(() => {});
      if (sending.size >= partsAtOnce) await Promise.race(sending);
    }
    await Promise.all(sending);
    await store.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: sent } }),
      signal,
    );
  } catch (error) {
    await Promise.allSettled(sending);
    // What fails here is swept later.
    await store.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {});
    throw error;
  }
}

async function* following(first: Buffer, second: Buffer, rest: AsyncIterator<Buffer>): AsyncIterable<Buffer> {
  yield first;
  yield second;
  for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value;
}

/** Streams a source to an object: in one request where it fits into one part, else part by part. */
export async function putChunks(
  store: Store,
  Key: string,
  source: Chunks,
  bytes = partBytes,
  signal?: AbortSignal,
): Promise<Stored> {
  const hash = createHash('sha256');
  let size = 0;
  async function* hashed(): AsyncIterable<Uint8Array> {
    for await (const chunk of source) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  const parts = gatherParts(hashed(), bytes)[Symbol.asyncIterator]();
  try {
    const first = (await parts.next()).value as Buffer;
    const second = await parts.next();
    if (second.done) await putObject(store, Key, first, signal);
    else await putParts(store, Key, following(first, second.value, parts), signal);
  } finally {
    // Closes the source where it was not read to its end.
    await parts.return?.();
  }
  return { size, sha256: hash.digest('hex') };
}

export async function putObject(
  store: Store,
  Key: string,
  Body: Buffer,
  signal?: AbortSignal,
): Promise<void> {
  await store.send(
    new PutObjectCommand({ Bucket: store.bucket, Key, Body, ContentLength: Body.length }),
    signal,
  );
}
