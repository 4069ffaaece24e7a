import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
} from '@aws-sdk/client-s3';
import { temporaryPrefix } from '../keys.ts';
import type { Listed } from '../storage.ts';
import { isNoSuchKey, type Store } from './store.ts';

interface Unfinished {
  Key: string;
  UploadId: string;
  begunAt: Date;
}

/** The store's own ids have any length and alphabet; ours must be valid keys. */
const nameUpload = ({ Key, UploadId }: Unfinished): string =>
  temporaryPrefix + createHash('sha256').update(`${Key}\n${UploadId}`).digest('hex').slice(0, 32);

async function* listUnfinished({ bucket, send }: Store, Prefix: string): AsyncIterable<Unfinished> {
  let KeyMarker: string | undefined;
  let UploadIdMarker: string | undefined;
  do {
    const page: ListMultipartUploadsCommandOutput = await send(
      new ListMultipartUploadsCommand({
        Bucket: bucket,
        Prefix,
        ...(KeyMarker && { KeyMarker }),
        ...(UploadIdMarker && { UploadIdMarker }),
      }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      yield { Key: Key!, UploadId: UploadId!, begunAt: Initiated ?? new Date() };
    KeyMarker = page.IsTruncated ? page.NextKeyMarker : undefined;
    UploadIdMarker = page.NextUploadIdMarker;
  } while (KeyMarker);
}

/** Returns the time of the last part, so that a slow upload does not count as old. */
async function findLastGrowth(
  { bucket, send }: Store,
  { Key, UploadId, begunAt }: Unfinished,
): Promise<Date> {
  let last = begunAt;
  let marker: string | undefined;
  do {
    const page = await send(
      new ListPartsCommand({ Bucket: bucket, Key, UploadId, ...(marker && { PartNumberMarker: marker }) }),
    );
    for (const { LastModified } of page.Parts ?? [])
      if (LastModified && LastModified > last) last = LastModified;
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
  } while (marker);
  return last;
}

/** Lists unfinished multipart uploads as keys under `tmp/`. They may still be in progress. */
export async function* listLeftovers(store: Store, prefix: string): AsyncIterable<Listed> {
  for await (const unfinished of listUnfinished(store, prefix)) {
    const modifiedAt = await findLastGrowth(store, unfinished).catch(error => {
      if (!isNoSuchKey(error)) throw error;
    });
    if (modifiedAt) yield { key: nameUpload(unfinished), modifiedAt };
  }
}

export async function abortLeftover(store: Store, prefix: string, key: string): Promise<void> {
  for await (const unfinished of listUnfinished(store, prefix)) {
    if (nameUpload(unfinished) !== key) continue;
    const { Key, UploadId } = unfinished;
    await store
      .send(new AbortMultipartUploadCommand({ Bucket: store.bucket, Key, UploadId }))
      .catch(error => {
        if (!isNoSuchKey(error)) throw error;
      });
  }
}
