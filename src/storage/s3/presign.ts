import { createHash, createHmac } from 'node:crypto';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

export interface Presigned {
  method: 'GET' | 'PUT';
  /** The URL without a query. */
  url: URL;
  region: string;
  /** Headers, besides the host, that must be sent exactly like this. Names are in lower case. */
  headers: Record<string, string>;
  query: Record<string, string>;
  now: number;
  seconds: number;
}

/** The longest validity that Signature Version 4 allows. */
const maxSeconds = 7 * 24 * 3600;

const computeHmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const sortByName = (entries: Record<string, string>): [string, string][] =>
  Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * Signs a URL with AWS's Signature Version 4 in its query. The SDK's own presigner is asynchronous and takes
 * more than twice as long, and a response may contain a hundred URLs; a test compares the two.
 */
export function presign(
  { method, url, region, headers, query, now, seconds }: Presigned,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
): string {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const signed = sortByName({ ...headers, host: url.host });
  const parameters = sortByName({
    ...query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
    'X-Amz-Credential': `${accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(Math.max(1, Math.min(seconds, maxSeconds))),
    'X-Amz-SignedHeaders': signed.map(([name]) => name).join(';'),
    ...(sessionToken && { 'X-Amz-Security-Token': sessionToken }),
  });
  const search = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const request = [
    method,
    url.pathname,
    search,
    ...signed.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    signed.map(([name]) => name).join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(request).digest('hex')].join(
    '\n',
  );
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(
    computeHmac,
    computeHmac(`AWS4${secretAccessKey}`, time.slice(0, 8)),
  );
  return `${url.origin}${url.pathname}?${search}&X-Amz-Signature=${computeHmac(key, text).toString('hex')}`;
}
