import { createHash } from 'node:crypto';
import pg from 'pg';
import { type Shape, Statement } from './statement.ts';

/** More texts than the program has; were one ever built from a caller's data, it would not fill the server's memory. */
const mostStatements = 500;

const names = new Map<string, string>();

/** By what it says: a pooler may hand a connection from one process to another, where a number would mean something else. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostStatements) return known;
  const name = `s_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;
  names.set(text, name);
  return name;
}

const [unknownName, nameTaken, abortedTransaction] = ['26000', '42P05', '25P02'];

/**
 * A later version's migration has changed what the statement answers, so that the server will not run it as it was planned;
 * or the server has forgotten it (`discard all`), or holds it although it was not given it on this connection.
 */
const isStale = ({ routine, code, message }: Partial<pg.DatabaseError>): boolean =>
  routine === 'RevalidateCachedQuery' ||
  code === unknownName ||
  code === nameTaken ||
  // A function it was planned to call has been made anew meanwhile.
  (message?.startsWith('cache lookup failed for function') ?? false);

/**
 * A connection that has the server parse and plan each statement once, not every time: most of what a short statement
 * costs. One without values, such as a migration or `begin`, is sent as it is.
 */
export class PreparingClient extends pg.Client {
  readonly #shapes = new Map<string, Shape>();
  readonly #trace: (() => string | undefined) | undefined;
  /** What the server was last told of it on this connection; undefined where that may have been undone. */
  #told: string | undefined = '';

  constructor(config?: pg.ClientConfig, trace?: () => string | undefined) {
    super(config);
    this.#trace = trace;
  }

  /** Ends the connection without a word to the server, which may not be listening. */
  cut(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }

  // biome-ignore lint/suspicious/noExplicitAny: one body for all of the overloads
  override query(config: any, values?: any, callback?: any): any {
    if (this.#trace) this.#tellTrace(this.#trace() ?? '', config);
    if (typeof config !== 'string' || config === '' || !Array.isArray(values) || values.length === 0)
      return super.query(config, values, callback);
    const done = this.#prepared(config, values);
    if (typeof callback !== 'function') return done;
    done.then(result => callback(undefined, result), callback);
  }

  /** A setting that the jobs' table reads: a statement more, and only where traces are wanted. */
  #tellTrace(trace: string, config: unknown): void {
    // A transaction that is undone takes the setting with it.
    if (typeof config === 'string' && /^rollback/i.test(config)) this.#told = undefined;
    else if (trace !== this.#told) {
      this.#told = trace;
      super.query(`set filemill.trace = '${trace}'`).catch(() => {
        this.#told = undefined;
      });
    }
  }

  #run(name: string, text: string, values: unknown[], anew = false): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | undefined, result?: pg.QueryResult) =>
        error ? reject(error) : resolve(result!);
      super.query(new Statement(name, text, values, this.#shapes, done, anew));
    });
  }

  async #prepared(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = nameOf(text);
    if (name === undefined) return super.query({ text, values });
    try {
      return await this.#run(name, text, values);
    } catch (error) {
      // Where it was asked, not where the answer was read.
      Error.captureStackTrace(error as Error);
      if (!isStale(error as pg.DatabaseError)) throw error;
      // Nothing of it was done. Within a transaction nothing more can be: that is for its caller to begin anew.
      return this.#run(name, text, values, true).catch(again => {
        throw again.code === abortedTransaction ? error : again;
      });
    }
  }
}
