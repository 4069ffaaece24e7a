import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findClusterPaths } from '../../../src/db/embedded/cluster-paths.ts';
import { type Embedded, startEmbedded } from '../../../src/db/embedded/embedded.ts';
import { findPostmaster } from '../../../src/db/embedded/postmaster.ts';
import type { FreshDatabase } from '../../support/database.ts';

const log = { info: () => {}, warn: () => {} };

/** A separate PostgreSQL server that a test may break. It is restarted automatically, as by a supervisor. */
export interface OwnServer extends FreshDatabase {
  /** Ends the server at once, as a crash does; resolves when it is back. */
  crash(): Promise<void>;
  ask(text: string): Promise<pg.QueryResult>;
  /** Stops it and starts a second one on a copy of its data, like promoting a standby that had everything. */
  copy(): Promise<OwnServer>;
}

async function openServer(dir: string): Promise<OwnServer> {
  let embedded: Embedded = await startEmbedded({ dir, log });
  const { cluster } = await findClusterPaths(dir);
  const { connection } = embedded;
  const { host, port, user, database } = connection;

  async function ask(text: string): Promise<pg.QueryResult> {
    const client = new pg.Client(connection);
    client.on('error', () => {});
    await client.connect();
    return client.query(text).finally(() => client.end());
  }

  return {
    connection,
    url: `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    ask,
    async crash() {
      const before = (await findPostmaster(cluster))!.pid;
      process.kill(before, 'SIGQUIT');
      for (;;) {
        const found = await findPostmaster(cluster);
        if (found?.ready && found.pid !== before) return;
        await new Promise(resolve => setTimeout(resolve, 20));
      }
    },
    async copy() {
      await embedded.stop();
      const twin = await mkdtemp(join(tmpdir(), 'filemill-twin-'));
      await cp(cluster, (await findClusterPaths(twin)).cluster, { recursive: true });
      embedded = await startEmbedded({ dir, log });
      return openServer(twin);
    },
    async drop() {
      await embedded.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export const startServer = async (): Promise<OwnServer> =>
  openServer(await mkdtemp(join(tmpdir(), 'filemill-server-')));
