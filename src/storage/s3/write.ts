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
/**
 * The part size for a file of unknown size. Some stores accept at most a thousand parts, which allows 16 GB.
 */
export const partBytes = 16 * mb;
const maxParts = 1000;
/** Parts being sent at once; one more is being collected. */
const partsAtOnce = 2;

/** Returns the smallest possible part size, since a part is in memory until the store has it. */
export const choosePartBytes = (size: number): number =>
  Math.max(8 * mb, Math.ceil(size / maxParts / mb) * mb);

/**
 * Collects chunks to parts of exactly `bytes`, except for the last: some stores require equal parts. An empty
 * file has one part.
 */
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

/**
 * Sends parts as they arrive, a few at a time, and combines them to one object. On failure, nothing is left.
 */
export async function putParts(
  store: Pick<Store, 'bucket' | 'send'>,
  Key: string,
  parts: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
  ContentType?: string,
): Promise<void> {
  const Bucket = store.bucket;
  const { UploadId } = await store.send(
    new CreateMultipartUploadCommand({ Bucket, Key, ContentType }),
    signal,
  );
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
      // Handled where it is awaited; until then it must not count as unhandled.
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
    // If this fails, the sweeper aborts the upload later.
    await store.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {});
    throw error;
  }
}

async function* prependPieces(
  first: Buffer,
  second: Buffer,
  rest: AsyncIterator<Buffer>,
): AsyncIterable<Buffer> {
  yield first;
  yield second;
  for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value;
}

/** Streams a source to an object: in one request if it fits into one part, otherwise part by part. */
export async function putChunks(
  store: Store,
  Key: string,
  source: Chunks,
  bytes = partBytes,
  signal?: AbortSignal,
): Promise<Stored> {
  const hash = createHash('sha256');
  let size = 0;
  async function* hashSource(): AsyncIterable<Uint8Array> {
    for await (const chunk of source) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  const parts = gatherParts(hashSource(), bytes)[Symbol.asyncIterator]();
  try {
    const first = (await parts.next()).value as Buffer;
    const second = await parts.next();
    if (second.done) await putObject(store, Key, first, signal);
    else await putParts(store, Key, prependPieces(first, second.value, parts), signal);
  } finally {
    // Closes the source if it was not read to its end.
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
