import { type Selectable, sql } from 'kysely';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { isId, newId } from '../../../contract/ids.ts';
import type {
  Connection,
  ConnectionChange,
  ConnectionKind,
  NewConnection,
} from '../../../contract/schemas/connection.ts';
import type { Database } from '../../../db/database.ts';
import type { ConnectionsTable } from '../../../db/tables/connections.ts';
import { limits } from '../../../settings/limits.ts';
import type { Secrets } from '../../rows/secrets.ts';
import { runAtomically } from '../../rows/transaction.ts';

type ConnectionRow = Selectable<ConnectionsTable>;

/** A connection with its secrets, ready to be opened. */
export type ConnectionConfig = Omit<NewConnection, 'name'>;

type Field = Exclude<keyof NewConnection, 'name' | 'kind'>;

const secretFields: readonly Field[] = ['secretAccessKey', 'password', 'token', 'privateKey', 'passphrase'];

/** The fields of each kind: those it needs, and those it may have besides. */
const fields: Record<ConnectionKind, { needed: Field[]; optional: Field[] }> = {
  s3: { needed: ['url', 'bucket', 'accessKeyId', 'secretAccessKey'], optional: ['region'] },
  webdav: { needed: ['url'], optional: ['username', 'password'] },
  sftp: { needed: ['url', 'username'], optional: ['hostKey', 'password', 'privateKey', 'passphrase'] },
  http: { needed: ['url'], optional: ['username', 'password', 'token'] },
  folder: { needed: ['path'], optional: [] },
};

/** Refuses fields that a kind lacks or does not have. */
export function checkConnection({ name: _, kind, ...given }: NewConnection): void {
  const { needed, optional } = fields[kind];
  for (const field of needed)
    if (given[field] === undefined)
      throw invalid(field, `\`${field}\` is required for a connection of kind ${kind}.`);
  for (const field of Object.keys(given) as Field[])
    if (![...needed, ...optional].includes(field))
      throw invalid(field, `\`${field}\` must be left out for a connection of kind ${kind}.`);
  const protocols = kind === 'sftp' ? /^sftp:$/ : /^https?:$/;
  const url = given.url === undefined || URL.canParse(given.url) ? given.url && new URL(given.url) : null;
  if (url === null || (url && (!protocols.test(url.protocol) || url.username || url.password || url.search)))
    throw invalid(
      'url',
      `\`url\` must be an ${kind === 'sftp' ? 'sftp' : 'http or https'} address without a user name, password or query.`,
    );
}

export const presentConnection = ({
  id,
  name,
  kind,
  settings,
  created_at,
  tested_at,
}: ConnectionRow): Connection => ({
  id,
  name,
  kind,
  ...settings,
  createdAt: created_at.toISOString(),
  testedAt: tested_at.toISOString(),
});

/** Divides the fields of a connection into those that are shown and those that are sealed. */
function divide(secrets: Secrets, given: Omit<NewConnection, 'name' | 'kind'>) {
  const entries = Object.entries(given);
  const isSecret = ([field]: [string, unknown]) => secretFields.includes(field as Field);
  const secret = Object.fromEntries(entries.filter(isSecret));
  return {
    settings: JSON.stringify(Object.fromEntries(entries.filter(entry => !isSecret(entry)))),
    secret: Object.keys(secret).length > 0 ? secrets.seal(secret) : null,
  };
}

/** Lists the names of the other connections of a workspace, whose row it locks, and refuses one of them. */
async function requireFreeName(
  trx: Database,
  workspaceId: string,
  name: string,
  own?: string,
): Promise<number> {
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(trx);
  const all = await trx
    .selectFrom('connections')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  const others = all.filter(({ id }) => id !== own);
  if (others.some(other => other.name === name))
    throw invalid('name', `There is a connection ${name} already.`);
  return others.length;
}

/** Saves a connection that was tested. */
export async function createConnection(
  db: Database,
  secrets: Secrets,
  workspaceId: string,
  { name, kind, ...given }: NewConnection,
): Promise<ConnectionRow> {
  return runAtomically(db, async trx => {
    const others = await requireFreeName(trx, workspaceId, name);
    if (others >= limits.connectionsPerWorkspace)
      throw new ApiError('invalid_state', {
        message: `A workspace has at most ${limits.connectionsPerWorkspace} connections.`,
      });
    return trx
      .insertInto('connections')
      .values({
        id: newId('connection'),
        workspace_id: workspaceId,
        name,
        kind,
        ...divide(secrets, given),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

export const listConnections = (db: Database, workspaceId: string): Promise<ConnectionRow[]> =>
  db.selectFrom('connections').selectAll().where('workspace_id', '=', workspaceId).orderBy('name').execute();

/** Finds a connection of the workspace by its id or its name. */
export async function findConnection(db: Database, workspaceId: string, ref: string): Promise<ConnectionRow> {
  const row = await db
    .selectFrom('connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(isId('connection', ref) ? 'id' : 'name', '=', ref)
    .executeTakeFirst();
  if (!row) throw new ApiError('not_found', { message: `There is no connection ${ref}.` });
  return row;
}

/** Deletes a connection and returns what it was. */
export async function deleteConnection(
  db: Database,
  workspaceId: string,
  ref: string,
): Promise<ConnectionRow> {
  const row = await findConnection(db, workspaceId, ref);
  await db.deleteFrom('connections').where('id', '=', row.id).execute();
  return row;
}

/** Opens the secrets of a connection. */
export const readConfig = (
  secrets: Secrets,
  { kind, settings, secret }: ConnectionRow,
): ConnectionConfig => ({
  kind,
  ...settings,
  ...(secret && secrets.open(secret)),
});

/** Fields that say which server is trusted with the secrets. */
const addressFields: readonly Field[] = ['url', 'hostKey', 'path'];

/**
 * Merges a change with what is saved, so that it can be tested. Whoever changes the address must give the secrets again: otherwise
 * they would be sent to a server that they were not meant for.
 */
export function mergeChange(secrets: Secrets, row: ConnectionRow, change: ConnectionChange): NewConnection {
  const { name = row.name, ...given } = change;
  const before = readConfig(secrets, row);
  const moves = addressFields.some(field => given[field] !== undefined && given[field] !== before[field]);
  const kept = Object.fromEntries(
    Object.entries(before).filter(([field]) => !moves || !secretFields.includes(field as Field)),
  ) as ConnectionConfig;
  const lost = secretFields.find(field => moves && before[field] !== undefined && given[field] === undefined);
  if (lost) throw invalid(lost, `\`${lost}\` is required, because the address changes.`);
  return { ...kept, ...given, name };
}

/** Saves the changed connection, which was tested. */
export async function updateConnection(
  db: Database,
  secrets: Secrets,
  { id, workspace_id: workspaceId }: ConnectionRow,
  { name, kind: _, ...given }: NewConnection,
): Promise<ConnectionRow> {
  return runAtomically(db, async trx => {
    await requireFreeName(trx, workspaceId, name, id);
    const row = await trx
      .updateTable('connections')
      .set({ name, ...divide(secrets, given), tested_at: sql`now()` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new ApiError('not_found', { message: `There is no connection ${id}.` });
    return row;
  });
}
