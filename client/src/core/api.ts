import type { Answer, Body, Params, Query, Verb } from '../api/operation.ts';
import { makeRandomKey } from './random.ts';
import type { Read, SentBody, Transport } from './transport.ts';

/** Options of every call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
}

export interface WriteOptions extends CallOptions {
  /**
   * Your own key, to repeat the same request later without doing it twice; otherwise the client generates one for its
   * retries.
   */
  idempotencyKey?: string | undefined;
}

type Request<Op> = Params<Op> &
  Query<Op> &
  Body<Op> &
  CallOptions & {
    headers?: Record<string, string>;
    /** Whether a POST may be repeated because it is idempotent. */
    repeatable?: boolean;
    /** The Idempotency-Key, if the endpoint accepts one; `true` generates one. */
    idempotencyKey?: string | true | undefined;
    timeoutMs?: number;
  };

/** The paths of a description that have a verb. */
type With<Paths, V extends Verb> = {
  [P in keyof Paths]: Paths[P] extends Record<V, object> ? P : never;
}[keyof Paths] &
  string;

interface Loose extends CallOptions {
  path?: Record<string, string>;
  query?: object;
  body?: unknown;
  headers?: Record<string, string>;
  repeatable?: boolean;
  idempotencyKey?: string | true | undefined;
  timeoutMs?: number;
}

/** Calls endpoints by their paths, with the types of the API's own description. */
export class Api<Paths> {
  readonly transport: Transport;
  readonly #base: string;

  constructor(transport: Transport, base: string) {
    this.transport = transport;
    this.#base = base;
  }

  get<P extends With<Paths, 'get'>>(path: P, request: Request<Paths[P]['get' & keyof Paths[P]]>) {
    return this.#json<Answer<Paths[P]['get' & keyof Paths[P]]>>('GET', path, request as Loose);
  }

  post<P extends With<Paths, 'post'>>(path: P, request: Request<Paths[P]['post' & keyof Paths[P]]>) {
    return this.#json<Answer<Paths[P]['post' & keyof Paths[P]]>>('POST', path, request as Loose);
  }

  put<P extends With<Paths, 'put'>>(path: P, request: Request<Paths[P]['put' & keyof Paths[P]]>) {
    return this.#json<Answer<Paths[P]['put' & keyof Paths[P]]>>('PUT', path, request as Loose);
  }

  patch<P extends With<Paths, 'patch'>>(path: P, request: Request<Paths[P]['patch' & keyof Paths[P]]>) {
    return this.#json<Answer<Paths[P]['patch' & keyof Paths[P]]>>('PATCH', path, request as Loose);
  }

  delete<P extends With<Paths, 'delete'>>(path: P, request: Request<Paths[P]['delete' & keyof Paths[P]]>) {
    return this.#json<Answer<Paths[P]['delete' & keyof Paths[P]]>>('DELETE', path, request as Loose);
  }

  /** Returns the response as a stream, for events and bytes. */
  stream<P extends With<Paths, 'get'>>(path: P, request: Request<Paths[P]['get' & keyof Paths[P]]>) {
    return this.send('GET', path, request as Loose, response => response);
  }

  #json<T>(method: string, path: string, request: Loose): Promise<T> {
    return this.send(
      method,
      path,
      request,
      response => (response.status === 204 ? undefined : response.json()) as T,
    );
  }

  /** Calls an endpoint without types: one for bytes, or one named only at run time. */
  send<T>(method: string, path: string, request: Loose & { rawBody?: SentBody }, read: Read<T>): Promise<T> {
    const { body, rawBody, idempotencyKey, headers, signal, timeoutMs, repeatable = false } = request;
    const key = idempotencyKey === true ? makeRandomKey() : idempotencyKey;
    const sending = {
      method,
      signal,
      body: body === undefined ? rawBody : JSON.stringify(body),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
      ...(timeoutMs !== undefined && { timeoutMs }),
      repeatable: repeatable || method !== 'POST' || key !== undefined,
    };
    return this.transport.send(this.makeAddress(path, request), sending, read);
  }

  makeAddress(path: string, { path: params = {}, query = {} }: Pick<Loose, 'path' | 'query'>): string {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.set(name, String(value));
    const text = search.toString();
    return this.#base + filled + (text && `?${text}`);
  }
}
