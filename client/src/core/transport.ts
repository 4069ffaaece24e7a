import { limitTime } from './abort.ts';
import { FilemillError, readError } from './errors.ts';
import { defaultRetry, type RetryOptions, withRetries } from './retry.ts';

export interface ClientOptions {
  /** Takes the place of the global `fetch`. */
  fetch?: typeof fetch;
  /** How rate limits, 503 and network faults are repeated; `false`: not at all. */
  retry?: Partial<RetryOptions> | false;
  /** Sent with every request to the API, and never to signed addresses. */
  headers?: Record<string, string>;
  /** How long one try of a request may take, long polls aside. */
  timeoutMs?: number;
}

export type SentBody = string | Blob | FormData;

export interface Sending {
  method: string;
  body?: SentBody | undefined;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Whether doing it twice is the same as doing it once. */
  repeatable: boolean;
}

/** Reads an answer that is no refusal. */
export type Read<T> = (response: Response) => T | Promise<T>;

/** Sends requests, repeats what may be repeated, and throws what was refused as a FilemillError. */
export class Transport {
  readonly retry: RetryOptions;
  readonly #fetch: typeof fetch;
  readonly #headers: Record<string, string>;
  readonly #timeoutMs: number;

  constructor({ fetch: own, retry = {}, headers = {}, timeoutMs = 60_000 }: ClientOptions) {
    // Browsers refuse a fetch that is called on another object.
    this.#fetch = own ?? ((input, init) => globalThis.fetch(input, init));
    this.retry = { ...defaultRetry, ...(retry === false ? { retries: 0 } : retry) };
    this.#headers = headers;
    this.#timeoutMs = timeoutMs;
  }

  /** Calls the API, with the key or whatever else goes with every request. */
  send<T>(url: string, sending: Sending, read: Read<T>): Promise<T> {
    return this.sendSigned(url, { ...sending, headers: { ...this.#headers, ...sending.headers } }, read);
  }

  /** Calls a signed address, which carries its own permission. */
  sendSigned<T>(url: string, sending: Sending, read: Read<T>): Promise<T> {
    const { repeatable, signal } = sending;
    return withRetries(() => this.trySigned(url, sending, read), { retry: this.retry, repeatable, signal });
  }

  /** Calls a signed address once. The answer must be `read` to its end within the time of one try. */
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
      throw new FilemillError('connection_failed', `No answer came from ${host}: ${describeReason(cause)}`, {
        cause,
      });
    } finally {
      limited.end();
    }
  }
}

/** Describes why a fetch failed. Node gives the reason only in the error's cause. */
function describeReason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? cause.message : message;
}
