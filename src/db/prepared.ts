import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { type Shape, Statement } from './statement.ts';

/** More statements than the program has. The limit protects the server's memory if a text were ever built from caller data. */
const maxStatements = 500;

const names = new Map<string, string>();

/** Names a statement by its hash: a pooler may share a connection between processes, so that a counter would collide. */
function nameStatement(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxStatements) return known;
  const name = `s_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;
  names.set(text, name);
  return name;
}

const [unknownName, nameTaken, abortedTransaction] = ['26000', '42P05', '25P02'];

/**
 * Whether the prepared statement must be prepared again: a migration changed its result columns, the server forgot it
 * (`discard all`), or the server already holds one of this name from another process.
 */
const isStale = ({ routine, code, message }: Partial<pg.DatabaseError>): boolean =>
  routine === 'RevalidateCachedQuery' ||
  code === unknownName ||
  code === nameTaken ||
  // A function in its plan has been recreated since.
  (message?.startsWith('cache lookup failed for function') ?? false);

/**
 * A connection that prepares each statement once, because parsing and planning is most of a short statement's cost.
 * Statements without values, such as migrations and `begin`, are sent unprepared.
 */
export class PreparingClient extends pg.Client {
  readonly #shapes = new Map<string, Shape>();
  readonly #trace: (() => string | undefined) | undefined;
  /** The trace last set on this connection; undefined if a rollback may have undone it. */
  #told: string | undefined = '';

  constructor(config?: pg.ClientConfig, trace?: () => string | undefined) {
    super(config);
    this.#trace = trace;
    // The server closes the connection after a fatal error, which the statement reports before the socket ends. The pool
    // drops a connection with this mark instead of giving it to the next caller.
    const client = this as unknown as { connection: EventEmitter; _queryable: boolean };
    client.connection.prependListener('errorMessage', ({ severity }: pg.DatabaseError) => {
      if (severity === 'FATAL') client._queryable = false;
    });
  }

  /** Closes the socket without the protocol's goodbye, which an unreachable server would never read. */
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

  /** Sets the session variable that the jobs table copies the trace from. This costs a statement, and only where tracing is on. */
  #tellTrace(trace: string, config: unknown): void {
    // A rollback also undoes the setting.
    if (typeof config === 'string' && /^rollback/i.test(config)) this.#told = undefined;
    else if (trace !== this.#told) {
      this.#told = trace;
      super.query(`set filemill.trace = '${trace}'`).catch(() => {
        this.#told = undefined;
      });
    }
  }

  #run(name: string, text: string, values: unknown[], preparesAgain = false): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | undefined, result?: pg.QueryResult) =>
        error ? reject(error) : resolve(result!);
      super.query(new Statement(name, text, values, this.#shapes, done, preparesAgain));
    });
  }

  async #prepared(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = nameStatement(text);
    if (name === undefined) return super.query({ text, values });
    try {
      return await this.#run(name, text, values);
    } catch (error) {
      // The stack should show the caller, not the socket's reader.
      Error.captureStackTrace(error as Error);
      if (!isStale(error as pg.DatabaseError)) throw error;
      // The statement did not run, so it is sent again. Inside a transaction that fails, and the caller must begin a new one.
      return this.#run(name, text, values, true).catch(again => {
        throw again.code === abortedTransaction ? error : again;
      });
    }
  }
}
