import { type Connection, type Database, openDatabase, openPool } from '../../src/db/database.ts';
import { embeddedConnection, startEmbedded } from '../../src/db/embedded/embedded.ts';
import { createKey } from '../../src/domain/people/keys/keys.ts';
import { makeFirstUserToken } from '../../src/domain/people/workspaces/first-user.ts';
import { type BenchService, startService } from '../service.ts';
import { fill, isFilled } from './fill.ts';

/** A service with this many jobs, a signed-in operator, and its database. */
export interface Side {
  jobs: number;
  service: BenchService;
  db: Database;
  cookie: string;
  workspaceId: string;
  stop(): Promise<void>;
}

const person = { email: 'ada@example.com', password: 'correct horse battery' };

/** Signs in, as the first user if there is none yet. */
async function enter(base: string, db: Database): Promise<Pick<Side, 'cookie' | 'workspaceId'>> {
  const token = await makeFirstUserToken(db);
  const response = await fetch(
    `${new URL(base).origin}/api/workspace/${token === undefined ? 'session' : 'welcome'}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(token === undefined ? person : { token, name: 'Ada', ...person }),
    },
  );
  const { workspaces } = (await response.json()) as { workspaces: { id: string }[] };
  const [cookie = ''] = response.headers.getSetCookie().map(set => set.split(';')[0] ?? '');
  const [workspace] = workspaces;
  if (!workspace) throw new Error('the first user has no workspace');
  return { cookie, workspaceId: workspace.id };
}

const connect = (connection: Connection) => openPool(connection, { max: 8, onError: () => {} });

/** Fills the database of a stopped service, because its maintenance would search tables without indexes. */
async function fillFolder(dir: string, workspaceId: string, jobs: number): Promise<void> {
  const server = await startEmbedded({ dir, log: { info: () => {}, warn: console.warn } });
  const pool = connect(server.connection);
  await fill(openDatabase(pool), workspaceId, jobs);
  await pool.end();
  await server.stop();
}

/** Starts a filled service, which may have been started before. */
export async function openSide(jobs: number, dir: string): Promise<Side> {
  const service = await startService(dir);
  const connection = await embeddedConnection(dir);
  if (!connection) throw new Error('the database of the service was not found');
  const pool = connect(connection);
  const db = openDatabase(pool);
  const { cookie, workspaceId } = await enter(service.base, db);
  if (!(await isFilled(db))) {
    await pool.end();
    await service.stop();
    await fillFolder(dir, workspaceId, jobs);
    return openSide(jobs, dir);
  }
  const { key } = await createKey(db, { workspaceId });
  return {
    jobs,
    service: { ...service, headers: { authorization: `Bearer ${key}` } },
    db,
    cookie,
    workspaceId,
    async stop() {
      await pool.end();
      await service.stop();
    },
  };
}
