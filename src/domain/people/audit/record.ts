import { sql } from 'kysely';
import { newId } from '../../../contract/ids.ts';
import type { AuditEntry } from '../../../contract/schemas/audit.ts';
import type { Database } from '../../../db/database.ts';
import { runAtomically } from '../../rows/transaction.ts';

/** The author of a change: a signed-in user, a key, or a command on the server. */
export type Actor = { userId: string } | { keyId: string } | 'server';

interface Change {
  action: AuditEntry['action'];
  targetId: string;
  /** The name is only needed for a target that is gone afterwards. */
  targetName?: string;
  /** The workspace is only needed for a target that is not a workspace, key or webhook, or is gone afterwards. */
  workspaceId?: string;
  detail?: string;
}

/**
 * Writes an entry of the audit log, in the transaction of its change. The names are read from the rows as they are then. A webhook
 * has the name of its host, because the rest of its address may be secret.
 */
export async function recordChange(trx: Database, actor: Actor, change: Change): Promise<void> {
  const kind = actor === 'server' ? 'server' : 'userId' in actor ? 'user' : 'key';
  const actorId = actor === 'server' ? null : 'userId' in actor ? actor.userId : actor.keyId;
  const { action, targetId, targetName = null, workspaceId = null, detail = null } = change;
  await sql`
    insert into audit_entries
      (id, workspace_id, actor_kind, actor_id, actor_name, action, target_id, target_name, detail)
    values (${newId('auditEntry')},
      coalesce(${workspaceId}, (select id from workspaces where id = ${targetId}),
        (select workspace_id from api_keys where id = ${targetId}),
        (select workspace_id from webhooks where id = ${targetId})),
      ${kind}, ${actorId},
      coalesce((select email from users where id = ${actorId}), (select name from api_keys where id = ${actorId})),
      ${action}, ${targetId},
      coalesce(${targetName}, (select name from api_keys where id = ${targetId}),
        (select email from users where id = ${targetId}), (select email from invitations where id = ${targetId}),
        (select name from connections where id = ${targetId}), (select name from workspaces where id = ${targetId}),
        (select substring(url from '^https?://([^/?]+)') from webhooks where id = ${targetId})),
      ${detail})`.execute(trx);
}

/** Makes a change and records it, both or neither. */
export const makeRecorded = <T>(
  db: Database,
  actor: Actor,
  make: (trx: Database) => Promise<T>,
  describe: (made: T) => Change,
): Promise<T> =>
  runAtomically(db, async trx => {
    const made = await make(trx);
    await recordChange(trx, actor, describe(made));
    return made;
  });
