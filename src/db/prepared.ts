import pg from 'pg';
import { type Shape, Statement } from './statement.ts';

/** More texts than the program has; were one ever built from a caller's data, it would not fill the server's memory. */
const mostStatements = 500;

const names = new Map<string, string>();
let named = 0;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || named >= mostStatements) return known;
  const name = `s${named++}`;
  names.set(text, name);
  return name;
}

/** A later version's migration has changed what the statement answers: the server will not run it as it was planned. */
const isStale = (error: unknown): boolean => (error as pg.DatabaseError).routine === 'RevalidateCachedQuery';
const abortedTransaction = '25P02';

/**
 * A connection that has the server parse and plan each statement once, not every time: most of what a short statement
 * costs. One without values, such as a migration or `begin`, is sent as it is.
 */
export class PreparingClient extends pg.Client {
  readonly #shapes = new Map<string, Shape>();

  // biome-ignore lint/suspicious/noExplicitAny: one body for all of the overloads
  override query(config: any, values?: any, callback?: any): any {
    if (typeof config !== 'string' || !Array.isArray(values) || values.length === 0)
      return super.query(config, values, callback);
    const done = this.#prepared(config, values);
    if (typeof callback !== 'function') return done;
    done.then(result => callback(undefined, result), callback);
  }

  #run(name: string, text: string, values: unknown[]): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | undefined, result?: pg.QueryResult) =>
        error ? reject(error) : resolve(result!);
      super.query(new Statement(name, text, values, this.#shapes, done));
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
      if (!isStale(error)) throw error;
      if (names.get(text) === name) names.delete(text);
      // Nothing of it was done. Within a transaction nothing more can be: that is for its caller to begin anew.
      return super.query({ text, values }).catch(again => {
        throw again.code === abortedTransaction ? error : again;
      });
    }
  }
}
