import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { hashToken } from './token.ts';

export const linkOver = () =>
  new ApiError('invalid_signature', {
    message: 'This link cannot be used: it has been used, has expired, or was never given out.',
  });

/** Finds the link with this token. Refuses one that is unknown, used or expired. */
export async function requireOpenLink(
  db: Database,
  purpose: 'first_user' | 'password_reset',
  token: string,
): Promise<{ user_id: string | null }> {
  const link = await db
    .selectFrom('account_links')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  if (!link) throw linkOver();
  return link;
}
