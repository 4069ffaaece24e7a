import { invalid } from '../contract/errors.ts';
import { type IdKind, isId } from '../contract/ids.ts';

/** The last row of a page: newest first, ties broken by id. */
export interface Cursor {
  /** Microseconds as PostgreSQL prints them: a JavaScript date would round and skip rows. */
  createdAt: string;
  id: string;
}

/** How to have PostgreSQL print a time for a cursor. */
export const cursorTime = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

export const encodeCursor = (cursor: Cursor): string =>
  Buffer.from(`${cursor.createdAt} ${cursor.id}`).toString('base64url');

export function decodeCursor(kind: IdKind, text: string): Cursor {
  const [createdAt = '', id = ''] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
  const cursor = { createdAt, id };
  const sane = isId(kind, id) && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/.test(createdAt);
  if (!sane || encodeCursor(cursor) !== text)
    throw invalid('cursor', 'is not a cursor this service gave out');
  return cursor;
}

/** Cuts a page out of one row more than it holds, and names where the next begins. */
export function page<Row extends { id: string; cursor_at: string }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return {
    rows: kept,
    nextCursor: rows.length > limit && last ? encodeCursor({ createdAt: last.cursor_at, id: last.id }) : null,
  };
}
