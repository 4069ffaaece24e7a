import type { Readable, Writable } from 'node:stream';

/** A message of the DevTools protocol: an answer has an `id`, an event a `method`. */
interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { message: string };
  sessionId?: string;
}

type Params = Record<string, unknown>;
export type EventListener = (params: Params, sessionId: string | undefined) => void;

/** The error when the browser refuses a command. */
export class CommandRefused extends Error {}

/** The error when the browser has ended. */
export class ConnectionClosed extends Error {}

/** Speaks the DevTools protocol over a pair of pipes. Messages are JSON and end with a zero byte. */
export class Connection {
  readonly #output: Writable;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  readonly #listeners = new Set<{ method: string; listener: EventListener }>();
  #pieces: Buffer[] = [];
  #lastId = 0;
  #closed: Error | undefined;

  constructor(input: Readable, output: Writable) {
    this.#output = output;
    output.on('error', () => {});
    input.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  #read(chunk: Buffer): void {
    let begin = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, begin)) {
      const text = Buffer.concat([...this.#pieces, chunk.subarray(begin, end)]).toString('utf8');
      this.#pieces = [];
      begin = end + 1;
      this.#handle(JSON.parse(text) as Message);
    }
    if (begin < chunk.length) this.#pieces.push(chunk.subarray(begin));
  }

  #handle({ id, method, params = {}, result, error, sessionId }: Message): void {
    if (id === undefined) {
      for (const each of this.#listeners) if (each.method === method) each.listener(params, sessionId);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new CommandRefused(error.message));
    else waiting?.resolve(result);
  }

  send<Result = unknown>(method: string, params: Params = {}, sessionId?: string): Promise<Result> {
    if (this.#closed) return Promise.reject(this.#closed);
    const id = ++this.#lastId;
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Calls `listener` for every event of this name, of all sessions, until the returned function is called. */
  listen(method: string, listener: EventListener): () => void {
    const entry = { method, listener };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  close(why: string): void {
    this.#closed ??= new ConnectionClosed(why);
    for (const { reject } of this.#waiting.values()) reject(this.#closed);
    this.#waiting.clear();
    this.#listeners.clear();
  }
}
