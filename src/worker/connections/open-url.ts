import { type Dispatcher, request } from 'undici';
import { readDispositionFilename } from '../../formats/disposition.ts';
import { limits } from '../../settings/limits.ts';
import { classifyError } from '../deliveries/post.ts';
import { parseRetryAfter } from '../deliveries/schedule.ts';
import { FetchProblem, type OpenedSource, type Wanted } from './source.ts';

type Response = Dispatcher.ResponseData;

const redirects = new Set([301, 302, 303, 307, 308]);
const passing = new Set([408, 425, 429]);

const readHeader = ({ headers }: Response, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

function readLocation(response: Response, from: URL): URL {
  const location = readHeader(response, 'location');
  const to =
    location !== undefined && URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  if (to && /^https?:$/.test(to.protocol) && !to.username && !to.password) return to;
  throw new FetchProblem('input_unreachable', 'a redirect leads nowhere', { isFinal: true });
}

/** Only a strong entity tag, or a time, proves that the bytes are still the same. */
function readValidator(response: Response): string | undefined {
  const tag = readHeader(response, 'etag');
  return tag && !tag.startsWith('W/') ? tag : readHeader(response, 'last-modified');
}

function readName(response: Response, url: URL): string | undefined {
  const disposition = readHeader(response, 'content-disposition');
  const named = disposition && readDispositionFilename(disposition);
  if (named) return named;
  const last = url.pathname.split('/').findLast(Boolean);
  try {
    return last && decodeURIComponent(last);
  } catch {
    return last;
  }
}

async function send(
  url: URL,
  wanted: Wanted,
  dispatcher: Dispatcher,
  signal: AbortSignal,
  headers: Record<string, string>,
): Promise<Response> {
  const resumes = wanted.offset > 0 && wanted.validator !== undefined;
  try {
    return await request(url, {
      dispatcher,
      signal,
      headersTimeout: limits.uploadIdleSeconds * 1000,
      bodyTimeout: limits.uploadIdleSeconds * 1000,
      headers: {
        'user-agent': 'Filemill-Fetch/1',
        accept: '*/*',
        'accept-encoding': 'identity',
        ...headers,
        ...(resumes && { range: `bytes=${wanted.offset}-`, 'if-range': wanted.validator! }),
      },
    });
  } catch (error) {
    if (signal.reason?.name === 'TimeoutError')
      throw new FetchProblem('input_unreachable', 'the attempt took too long');
    signal.throwIfAborted();
    const kind = classifyError(error);
    if (kind === 'address_not_allowed')
      throw new FetchProblem('input_not_public', `${url.hostname} leads to an address that is not allowed`, {
        isFinal: true,
      });
    throw new FetchProblem('input_unreachable', `${url.host}: ${kind}`);
  }
}

function requireStatus(response: Response, url: URL): void {
  const status = response.statusCode;
  if (status === 200 || status === 206) return;
  const retryAfter = parseRetryAfter(
    readHeader(response, 'retry-after'),
    Date.now(),
    limits.fetchRetryAfterSeconds,
  );
  throw new FetchProblem('input_status', `${url.host} answered ${status}`, {
    place: String(status),
    isFinal: status < 500 && !passing.has(status),
    retryAfter,
  });
}

/** Reads where a partial response begins and how long the file is. */
function readExtent(response: Response, wanted: Wanted): { start: number; total: number | undefined } {
  const length = readHeader(response, 'content-length');
  if (response.statusCode === 200)
    return { start: 0, total: length === undefined ? undefined : Number(length) };
  const [, start, total] =
    /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(readHeader(response, 'content-range') ?? '') ?? [];
  if (Number(start) !== wanted.offset)
    throw new FetchProblem('input_unreachable', 'the server sent another range than it was asked for');
  return { start: wanted.offset, total: total === '*' ? undefined : Number(total) };
}

/** Requests a file by its URL. Redirects are followed here, and the dispatcher checks the address of every connection. */
export async function openUrl(
  address: string,
  wanted: Wanted,
  dispatcher: Dispatcher,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<OpenedSource> {
  let url = new URL(address);
  // A login is not sent to another server.
  const { origin } = url;
  let part = wanted;
  for (let hops = 0; hops <= limits.fetchRedirects; hops++) {
    const response = await send(url, part, dispatcher, signal, url.origin === origin ? headers : {});
    const { body } = response;
    body.on('error', () => {});
    try {
      if (redirects.has(response.statusCode)) {
        url = readLocation(response, url);
        body.destroy();
        continue;
      }
      // The file has become shorter than the part that is kept, so it is fetched from its beginning.
      if (response.statusCode === 416 && part.offset > 0) {
        part = { offset: 0, validator: undefined };
        body.destroy();
        continue;
      }
      requireStatus(response, url);
      const coding = readHeader(response, 'content-encoding') ?? 'identity';
      if (coding !== 'identity')
        throw new FetchProblem('input_encoded', `${url.host} sends ${coding}`, { isFinal: true });
      return {
        chunks: body,
        ...readExtent(response, part),
        validator: readValidator(response),
        filename: readName(response, url),
        contentType: readHeader(response, 'content-type'),
        close: () => void body.destroy(),
      };
    } catch (error) {
      body.destroy();
      throw error;
    }
  }
  throw new FetchProblem('input_unreachable', 'too many redirects', { isFinal: true });
}
