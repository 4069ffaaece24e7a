import { type Dispatcher, errors, request } from 'undici';
import type { DeliveryError } from '../../domain/outgoing/webhooks/record.ts';
import { AddressNotAllowed } from './agent.ts';
import { UnresolvableName } from './resolve.ts';

export interface WebhookMessage {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface WebhookResponse {
  status?: number;
  /** The start of the response body as text. */
  text?: string;
  retryAfter?: string;
  error?: DeliveryError;
}

export interface PostSettings {
  agent: Dispatcher;
  timeoutMs: number;
  answerBytes: number;
}

/** Names the reason why a request got no response. */
export function classifyError(error: unknown): DeliveryError {
  if (error instanceof AddressNotAllowed) return 'address_not_allowed';
  if (error instanceof UnresolvableName) return 'unresolvable';
  if (error instanceof errors.ConnectTimeoutError) return 'timeout';
  const { code = '' } = error as { code?: string };
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO)/.test(code)) return 'tls_failed';
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError)
    return 'bad_answer';
  return 'connection_failed';
}

/** Leaving the loop early closes the connection: the rest of the response is of no interest. */
async function readFirstBytes(body: AsyncIterable<Buffer>, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= most) break;
    }
  } catch {
    // The status counts even if reading the body failed.
  }
  // PostgreSQL's text cannot contain NUL.
  return Buffer.concat(chunks).subarray(0, most).toString('utf8').replaceAll('\0', '');
}

const redirects = new Set([301, 302, 303, 307, 308]);

/** Posts once. Only a 2xx status in time is a success. Throws only when `signal` aborts. */
export async function post(
  message: WebhookMessage,
  settings: PostSettings,
  signal: AbortSignal,
): Promise<WebhookResponse> {
  const late = new AbortController();
  const stop = () => late.abort();
  const timer = setTimeout(stop, settings.timeoutMs);
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    const response = await request(message.url, {
      method: 'POST',
      headers: message.headers,
      body: message.body,
      dispatcher: settings.agent,
      signal: late.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const status = response.statusCode;
    const text = await readFirstBytes(response.body, settings.answerBytes);
    const asked = response.headers['retry-after'];
    return {
      status,
      text,
      ...(typeof asked === 'string' && { retryAfter: asked }),
      ...((status < 200 || status > 299) && { error: redirects.has(status) ? 'redirect' : 'status' }),
    };
  } catch (error) {
    signal.throwIfAborted();
    return { error: late.signal.aborted ? 'timeout' : classifyError(error) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
