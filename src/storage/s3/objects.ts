import { DeleteObjectCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { isNoSuchKey, type Store } from './store.ts';

export interface ListedObject {
  key: string;
  size: number;
  modifiedAt: Date;
}

/** Lists the objects whose keys start with `Prefix`, in key order. */
export async function* listObjects({ bucket, send }: Store, Prefix: string): AsyncIterable<ListedObject> {
  let ContinuationToken: string | undefined;
  do {
    const page = await send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }),
    );
    for (const { Key, Size, LastModified } of page.Contents ?? [])
      yield { key: Key!, size: Size ?? 0, modifiedAt: LastModified ?? new Date() };
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}

export async function sizeOfObject({ bucket, send }: Store, Key: string): Promise<number | undefined> {
  try {
    return (await send(new HeadObjectCommand({ Bucket: bucket, Key }))).ContentLength ?? 0;
  } catch (error) {
    if (isNoSuchKey(error)) return undefined;
    throw error;
  }
}

/** Removes one object: not every store can delete several in one request. */
export async function removeObject({ bucket, send }: Store, Key: string): Promise<void> {
  await send(new DeleteObjectCommand({ Bucket: bucket, Key })).catch(error => {
    if (!isNoSuchKey(error)) throw error;
  });
}
