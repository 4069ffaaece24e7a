import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../../contract/errors.ts';
import { type IdKind, isId } from '../../contract/ids.ts';
import { limits } from '../../settings/limits.ts';

/** Makes the error for a cursor that no page ended with. */
export const wrongCursor = () =>
  invalid('cursor', '`cursor` must be the `nextCursor` of an earlier response.');

/** The last row of a page. Pages go from the newest row to the oldest, and by id within one moment. */
interface Cursor {
  /** Microseconds as PostgreSQL prints them: a JavaScript date would round and skip rows. */
  createdAt: string;
  id: string;
}

const encodeCursor = (cursor: Cursor): string =>
  Buffer.from(`${cursor.createdAt} ${cursor.id}`).toString('base64url');

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checks that PostgreSQL can read a time. The 30th of February and the year 0 match the pattern but are not valid. */
function isMoment(text: string): boolean {
  const time = Date.parse(text);
  return time > 0 && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19);
}

function decodeCursor(kind: IdKind | 'uuid', text: string): Cursor {
  const [createdAt = '', id = ''] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
  const cursor = { createdAt, id };
  const sane =
    (kind === 'uuid' ? uuid.test(id) : isId(kind, id)) &&
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/.test(createdAt) &&
    isMoment(createdAt);
  if (!sane || encodeCursor(cursor) !== text) throw wrongCursor();
  return cursor;
}

/** Selects the column that `makePage` needs: the row's time as cursors write it. */
export const selectCursor = (column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Builds the parts of a statement that reads the page after a cursor: a condition, and the order with its limit. */
export function buildPageClauses(
  kind: IdKind | 'uuid',
  { cursor, limit }: { cursor?: string; limit: number },
  createdAt: string,
  id: string,
): { after: RawBuilder<boolean>; newest: RawBuilder<unknown> } {
  const [time, name] = [sql.ref(createdAt), sql.ref(id)];
  const from = cursor === undefined ? undefined : decodeCursor(kind, cursor);
  const bound = kind === 'uuid' ? sql`${from?.id}::uuid` : sql`${from?.id}`;
  return {
    after: from ? sql`(${time}, ${name}) < (${from.createdAt}::timestamptz, ${bound})` : sql`true`,
    newest: sql`order by ${time} desc, ${name} desc limit ${limit + 1}`,
  };
}

/** Takes as many rows as fit into one answer, and always at least one. */
export function takeFitting<Row>(rows: Row[]): Row[] {
  let bytes = 0;
  const over = rows.findIndex(row => {
    bytes += Buffer.byteLength(JSON.stringify(row));
    return bytes > limits.pageBytes;
  });
  return over < 0 ? rows : rows.slice(0, Math.max(1, over));
}

/** Makes a page of rows. One more row than the limit must be read, to know whether there is a next page. */
export function makePage<Row extends { id: string; cursor_at: string }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const kept = takeFitting(rows.slice(0, limit));
  const last = kept.at(-1);
  return {
    rows: kept,
    nextCursor:
      rows.length > kept.length && last ? encodeCursor({ createdAt: last.cursor_at, id: last.id }) : null,
  };
}
