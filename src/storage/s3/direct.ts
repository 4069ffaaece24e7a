import { CopyObjectCommand } from '@aws-sdk/client-s3';
import { limits } from '../../settings/limits.ts';
import type { S3Address } from '../../settings/s3-address.ts';
import { checkKey, checkWritableKey } from '../keys.ts';
import { type DirectTransfers, MissingFile } from '../storage.ts';
import { sizeOfObject } from './objects.ts';
import { type Credentials, presign } from './presign.ts';
import { isNoSuchKey, type Store } from './store.ts';

/** Temporary credentials change; the SDK returns new ones minutes before the old ones expire. */
const credentialsEveryMs = 60_000;

/** Returns the URL of an object for callers, with the bucket in the host or in the path. */
function makeObjectUrl(address: S3Address, key: string): URL {
  const { bucket, region, pathStyle } = address;
  const base = new URL(address.publicEndpoint ?? address.endpoint ?? `https://s3.${region}.amazonaws.com`);
  return pathStyle
    ? new URL(`/${bucket}/${key}`, base)
    : new URL(`/${key}`, `${base.protocol}//${bucket}.${base.host}`);
}

export async function directTransfers(
  store: Store,
  address: S3Address,
  { files, sent }: { files: string; sent: string },
): Promise<DirectTransfers> {
  let credentials: Credentials = await store.client.config.credentials();
  setInterval(async () => {
    // The old ones are used until the next attempt.
    credentials = await store.client.config.credentials().catch(() => credentials);
  }, credentialsEveryMs).unref();
  const { region } = address;
  const countSecondsUntil = (expiresAt: Date, now: number): number =>
    Math.ceil((expiresAt.getTime() - now) / 1000);

  return {
    origin: makeObjectUrl(address, '').origin,

    uploadUrl(key, { contentType, size, now, expiresAt }) {
      if (size > limits.directUploadBytes) return undefined;
      const headers = { 'content-length': String(size), 'content-type': contentType };
      const seconds = countSecondsUntil(expiresAt, now);
      const url = makeObjectUrl(address, sent + checkKey(key));
      return {
        url: presign({ method: 'PUT', url, region, headers, query: {}, now, seconds }, credentials),
        headers: { 'Content-Type': contentType },
      };
    },

    downloadUrl(key, { contentType, contentDisposition, now, expiresAt }) {
      const query = {
        'response-content-type': contentType,
        'response-content-disposition': contentDisposition,
        'response-cache-control': 'private',
      };
      const url = makeObjectUrl(address, files + checkKey(key));
      const seconds = countSecondsUntil(expiresAt, now);
      return presign({ method: 'GET', url, region, headers: {}, query, now, seconds }, credentials);
    },

    arrived: async key => sizeOfObject(store, sent + checkKey(key)),

    async pin(key, target) {
      const CopySource = `${store.bucket}/${sent}${checkKey(key)}`;
      const copy = new CopyObjectCommand({
        Bucket: store.bucket,
        Key: files + checkWritableKey(target),
        CopySource,
      });
      await store.send(copy).catch(error => {
        throw isNoSuchKey(error) ? new MissingFile(key) : error;
      });
    },
  };
}
