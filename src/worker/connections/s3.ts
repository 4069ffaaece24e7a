import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { type Dispatcher, request } from 'undici';
import { limits } from '../../settings/limits.ts';
import { choosePartBytes, gatherParts, putParts } from '../../storage/s3/write.ts';
import { type ConnectionClient, ConnectionProblem } from './client.ts';
import { FetchProblem } from './source.ts';

interface S3Place {
  bucket: string;
  region: string;
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
}

interface HttpRequest {
  method: string;
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  body?: unknown;
}

function writeAddress({ protocol, hostname, port, path, query = {} }: HttpRequest): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map(
      each => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`,
    ),
  );
  return `${protocol}//${hostname}${port ? `:${port}` : ''}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

const documentType = '<!doctype';

/**
 * Ends an answer that is longer than any list or error of a store, because the client reads it as a whole, and one with a document
 * type, which no store sends: the client takes the square of their number to read many of them.
 */
async function* bound(answer: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = limits.storeAnswerBytes;
  let end = '';
  for await (const chunk of answer) {
    left -= chunk.length;
    if (left < 0) throw new ConnectionProblem('The answer of the store is too long.');
    const text = end + chunk.toString('latin1').toLowerCase();
    if (text.includes(documentType)) throw new ConnectionProblem('The answer is not one of an S3 store.');
    end = text.slice(1 - documentType.length);
    yield chunk;
  }
}

/** Sends the client's requests through the dispatcher that checks addresses. */
const makeHandler = (dispatcher: Dispatcher) => ({
  async handle(sent: HttpRequest, { abortSignal }: { abortSignal?: AbortSignal } = {}) {
    const { host: _, ...headers } = sent.headers;
    const response = await request(writeAddress(sent), {
      method: sent.method as Dispatcher.HttpMethod,
      headers,
      dispatcher,
      ...(abortSignal && { signal: abortSignal }),
      ...(sent.body !== undefined && { body: sent.body as Readable }),
    });
    const isFile = sent.method === 'GET' && !sent.query?.['list-type'] && response.statusCode < 300;
    const body = isFile ? response.body : Readable.from(bound(response.body), { objectMode: false });
    const plain = Object.entries(response.headers).map(([name, value]) => [name, String(value ?? '')]);
    return {
      response: { statusCode: response.statusCode, headers: Object.fromEntries(plain), body },
    };
  },
});

const readStatus = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

const wrongRegion = 'The bucket is in another region. Check the region and the address.';

/** Sentences about the errors of S3 that people can do something about. */
const sentences: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'The store does not know this access key. Check the access key id.',
  SignatureDoesNotMatch: 'The secret access key does not belong to this access key id. Check both.',
  AccessDenied:
    'The access key may not read and write files in this bucket. Check the name of the bucket and the permissions of the key.',
  NoSuchBucket: 'The bucket does not exist. Check its name and the address.',
  AuthorizationHeaderMalformed: wrongRegion,
  PermanentRedirect: wrongRegion,
  RequestTimeTooSkewed: 'The clock of this service differs too much from the clock of the store.',
};

/** Explains why the store refused a request, without repeating its text. Errors of the network are left as they are. */
function explain(error: unknown): unknown {
  const { name } = error as Error;
  const status = readStatus(error);
  if (status === undefined) return error;
  const known = Object.hasOwn(sentences, name) ? sentences[name] : undefined;
  if (known !== undefined) return new ConnectionProblem(known);
  return new ConnectionProblem(
    status === 401 || status === 403
      ? `The store refused the access key or the secret access key (status ${status}).`
      : `The store refused the request with status ${status}.`,
  );
}

const logNothing = () => {};

/** Files above this size are sent in parts, because a store takes no larger ones in one request. */
const singlePutBytes = limits.directUploadBytes;

export function openS3(
  place: S3Place,
  dispatcher: Dispatcher,
  { maxBytes = singlePutBytes, partBytes = choosePartBytes } = {},
): ConnectionClient {
  const { bucket: Bucket, region, endpoint, accessKeyId, secretAccessKey } = place;
  const client = new S3Client({
    region,
    endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    // Problems are explained to the people concerned, so the client prints none.
    logger: { trace: logNothing, debug: logNothing, info: logNothing, warn: logNothing, error: logNothing },
    // The HTTP client does not support it, and refuses requests of larger files that have the header.
    expectContinueHeader: false,
    requestHandler: makeHandler(dispatcher) as unknown as NonNullable<S3ClientConfig['requestHandler']>,
  });
  const store: Parameters<typeof putParts>[0] = {
    bucket: Bucket,
    send: (command, abortSignal) => client.send(command, abortSignal ? { abortSignal } : {}),
  };
  return {
    async open(Key, { offset, validator }, abortSignal) {
      const resumes = offset > 0 && validator !== undefined;
      const part = resumes ? { Range: `bytes=${offset}-`, IfMatch: validator } : {};
      const get = (more: object) =>
        client.send(new GetObjectCommand({ Bucket, Key, ...more }), { abortSignal });
      const explainError = (error: unknown) => {
        const status = readStatus(error);
        if (status === 404) return new FetchProblem('input_missing', 'no such object', { isFinal: true });
        if (status === undefined) return new FetchProblem('input_unreachable', (error as Error).name);
        const isFinal = status < 500 && status !== 429;
        return new FetchProblem('input_status', `status ${status}`, { isFinal, place: String(status) });
      };
      // The object has changed, or is shorter now, so it is read from its beginning.
      const isOther = (error: unknown) => resumes && [412, 416].includes(readStatus(error) ?? 0);
      let start = resumes ? offset : 0;
      const answer = await get(part)
        .catch(error => {
          if (!isOther(error)) throw error;
          start = 0;
          return get({});
        })
        .catch(error => {
          throw explainError(error);
        });
      const body = answer.Body as unknown as Readable;
      body.on('error', () => {});
      return {
        chunks: body,
        start,
        total: answer.ContentLength === undefined ? undefined : start + answer.ContentLength,
        validator: answer.ETag,
        filename: Key.split('/').at(-1),
        contentType: answer.ContentType,
        close: () => void body.destroy(),
      };
    },
    async write(Key, file, abortSignal) {
      const { size, contentType } = file;
      const Body = await file.read();
      const put = { Bucket, Key, Body, ContentLength: size, ContentType: contentType };
      const written =
        size > maxBytes
          ? putParts(store, Key, gatherParts(Body, partBytes(size)), abortSignal, contentType)
          : client.send(new PutObjectCommand(put), { abortSignal });
      await written
        .catch(error => {
          throw explain(error);
        })
        .finally(() => Body.destroy());
    },
    async remove(Key, abortSignal) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal }).catch(error => {
        throw explain(error);
      });
    },
    async *list(Prefix, abortSignal) {
      let ContinuationToken: string | undefined;
      do {
        const page = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
        const answer = await client.send(page, { abortSignal }).catch(error => {
          throw explain(error);
        });
        for (const { Key, Size = 0, ETag = '' } of answer.Contents ?? [])
          if (Key !== undefined && !Key.endsWith('/'))
            yield { key: Key, size: Size, version: `${ETag}-${Size}` };
        ContinuationToken = answer.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
    close: async () => client.destroy(),
  };
}
