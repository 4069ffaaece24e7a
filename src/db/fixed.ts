import { CompiledQuery, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';

/**
 * A statement put together once and from then on only given its values: to put a long one together takes as long as to
 * ask it. `build` gets a stand-in for each value, which it may only write down.
 */
export function fixed<Values extends unknown[], Row>(build: (...values: Values) => RawBuilder<Row>) {
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
