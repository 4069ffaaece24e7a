import { type RawBuilder, sql } from 'kysely';
import { compileOnce } from '../../../db/compile-once.ts';
import type { Database } from '../../../db/database.ts';
import { gatherQuestions } from '../../../db/gather-questions.ts';
import { windowSeconds } from '../plans/limits.ts';
import { type KeyCaller, type KeyUse, keyColumns, makeCaller, readKeyHash } from './authenticate.ts';

/** A row that is read in the same statement as the caller's key, such as the job that the request names. */
export interface ReadWithKey<Row> {
  /** Whether a text can be an id of such a row. */
  isId(id: string): boolean;
  /** Selects the row with this id, as keys of the workspace may see it. */
  select(id: RawBuilder<string>, workspaceId: RawBuilder<string>): RawBuilder<Row>;
}

/** A row as it was when the caller's key was looked up. */
export interface EarlyRead<Row> {
  row: Row | undefined;
  /** The time when the statement was sent, by `performance.now()`. */
  at: number;
}

export interface Authenticated<Row> {
  caller: KeyCaller;
  /** The row of the id that was given along with the key, if any. */
  read?: EarlyRead<Row>;
}

interface Question {
  hash: Buffer;
  id?: string;
}

/** The row found for the question at this place. */
type Found = (KeyUse | { key_id: null }) & { place: number };

/** Finds keys and spends a request of each, in the order of their hashes, in which other processes lock them too. */
const useKeys = (hashes: Buffer[], ids: string[] | undefined, columns: RawBuilder<unknown>) => sql`
  select asked.place, ${keyColumns}${columns}
    from (select * from unnest(${hashes}::bytea[], ${ids ?? sql`'{}'`}::text[]) with ordinality as given (hash, id, place)
      order by hash, place) asked
    left join lateral key_use(asked.hash, ${sql.lit(windowSeconds)}) k on true`;

const sortByPlace = <Row extends Found>(rows: Row[]): Row[] =>
  rows.toSorted((one, other) => one.place - other.place);

const readUse = (found: Found): KeyUse | undefined => (found.key_id === null ? undefined : found);

/**
 * Finds the caller behind an Authorization header, spends one request of the key's window and reads the row with the given
 * id, if any, in the same statement. Requests that come at the same time share one statement.
 */
export function makeAuthenticate<Row extends { id: string }>(
  db: Database,
  along: ReadWithKey<Row>,
): (authorization: string | undefined, id?: string) => Promise<Authenticated<Row>> {
  const findKeys = compileOnce((hashes: Buffer[]) => useKeys(hashes, undefined, sql``) as RawBuilder<Found>);
  const findKeysAndRows = compileOnce((hashes: Buffer[], ids: string[]) => {
    const row = along.select(sql`asked.id`, sql`k.workspace_id`);
    return sql<
      Found & (Row | { id: null })
    >`${useKeys(hashes, ids, sql`, along.*`)} left join lateral (${row}) along on true`;
  });
  const findKey = gatherQuestions(async (asked: Question[]) =>
    sortByPlace(
      await findKeys(
        db,
        asked.map(({ hash }) => hash),
      ),
    ),
  );
  const findKeyAndRow = gatherQuestions(async (asked: Required<Question>[]) =>
    sortByPlace(
      await findKeysAndRows(
        db,
        asked.map(({ hash }) => hash),
        asked.map(({ id }) => id),
      ),
    ),
  );
  return async (authorization, id) => {
    const at = performance.now();
    const hash = readKeyHash(authorization);
    if (id === undefined || !along.isId(id)) {
      const caller = makeCaller(readUse(await findKey({ hash })));
      return id === undefined ? { caller } : { caller, read: { row: undefined, at } };
    }
    const found = await findKeyAndRow({ hash, id });
    return { caller: makeCaller(readUse(found)), read: { row: found.id === null ? undefined : found, at } };
  };
}
