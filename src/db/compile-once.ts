import { CompiledQuery, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';

/**
 * Compiles a statement once and reuses its text with new values: compiling a long statement takes as long as running it.
 * `build` receives a placeholder for each value and may only insert it into the statement.
 */
export function compileOnce<Values extends unknown[], Row>(build: (...values: Values) => RawBuilder<Row>) {
  let known: { text: string; pick: ((values: Values) => unknown)[] } | undefined;
  return async (db: Database, ...values: Values): Promise<Row[]> => {
    if (!known) {
      const standIns = values.map(() => ({}));
      const { sql, parameters } = build(...(standIns as unknown as Values)).compile(db);
      const pick = parameters.map(parameter => {
        const at = standIns.indexOf(parameter as object);
        return at < 0 ? () => parameter : (given: Values) => given[at];
      });
      known = { text: sql, pick };
    }
    const parameters = known.pick.map(pick => pick(values));
    return (await db.executeQuery<Row>(CompiledQuery.raw(known.text, parameters))).rows;
  };
}
