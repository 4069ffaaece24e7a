import { limitTime } from './abort.ts';
import { FilemillError, readError } from './errors.ts';
import { defaultRetry, type RetryOptions, withRetries } from './retry.ts';

export interface ClientOptions {
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
  /** How rate limits, 503 and network errors are retried; `false` disables retries. */
  retry?: Partial<RetryOptions> | false;
  /** These headers are sent with every request to the API, but never to signed URLs. */
  headers?: Record<string, string>;
  /** The time limit of one try, except for long polls. */
  timeoutMs?: number;
}

export type SentBody = string | Blob | FormData;

export interface Sending {
  method: string;
  body?: SentBody | undefined;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Whether the request is idempotent. */
  repeatable: boolean;
}

/** Reads a successful response. */
export type Read<T> = (response: Response) => T | Promise<T>;

/** Sends requests, retries those that may be repeated, and throws refusals as FilemillError. */
export class Transport {
  readonly retry: RetryOptions;
  readonly #fetch: typeof fetch;
  readonly #headers: Record<string, string>;
  readonly #timeoutMs: number;

  constructor({ fetch: own, retry = {}, headers = {}, timeoutMs = 60_000 }: ClientOptions) {
    // Browsers refuse a `fetch` that is called as a method of another object.
    this.#fetch = own ?? ((input, init) => globalThis.fetch(input, init));
    this.retry = { ...defaultRetry, ...(retry === false ? { retries: 0 } : retry) };
    this.#headers = headers;
    this.#timeoutMs = timeoutMs;
  }

  /** Calls the API, with the key and other common headers. */
  send<T>(url: string, sending: Sending, read: Read<T>): Promise<T> {
    return this.sendSigned(url, { ...sending, headers: { ...this.#headers, ...sending.headers } }, read);
  }

  /** Calls a signed URL, which carries its own permission. */
  sendSigned<T>(url: string, sending: Sending, read: Read<T>): Promise<T> {
    const { repeatable, signal } = sending;
    return withRetries(() => this.trySigned(url, sending, read), { retry: this.retry, repeatable, signal });
  }

  /** Calls a signed URL once. The response must be `read` completely within the time limit of one try. */
  async trySigned<T>(url: string, sending: Omit<Sending, 'repeatable'>, read: Read<T>): Promise<T> {
    const { method, body, headers, signal, timeoutMs = this.#timeoutMs } = sending;
    signal?.throwIfAborted();
    const limited = limitTime(signal, timeoutMs);
    try {
      const response = await this.#fetch(url, {
        method,
        ...(body !== undefined && { body }),
        ...(headers && { headers }),
        signal: limited.signal,
      });
      if (!response.ok) throw await readError(response);
      return await read(response);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof FilemillError) throw cause;
      const { host } = new URL(url);
      throw new FilemillError('connection_failed', `No response from ${host}: ${describeReason(cause)}`, {
        cause,
      });
    } finally {
      limited.end();
    }
  }
}

/** Describes why a fetch failed. Node reports the reason only in the error's cause. */
function describeReason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? cause.message : message;
}
