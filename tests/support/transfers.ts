import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { newId } from '../../src/contract/ids.ts';
import type { JobSource } from '../../src/contract/states.ts';
import { type Database, openDatabase, openPool } from '../../src/db/database.ts';
import { openListener } from '../../src/db/listener.ts';
import { readAllowedDestinations } from '../../src/domain/outgoing/destinations/destinations.ts';
import { loadPlans } from '../../src/domain/people/plans/plans.ts';
import { createSecrets } from '../../src/domain/rows/secrets.ts';
import { InProcessResults } from '../../src/domain/work/jobs/in-process-results.ts';
import { findDeclaredFormat, stripParameters } from '../../src/formats/declared.ts';
import { publicPrefix } from '../../src/http/app.ts';
import { buildServer } from '../../src/http/server.ts';
import { loadJobTypes } from '../../src/jobs/registry.ts';
import { Batcher } from '../../src/queue/batch/batcher.ts';
import { type Changes, watchChanges } from '../../src/queue/notices/changes.ts';
import { type Links, makeSignedLinks } from '../../src/storage/links.ts';
import { openLocalStorage } from '../../src/storage/local/local.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { freshDatabase } from './database.ts';

export interface DeclaredInput {
  filename: string;
  contentType: string;
  size: number;
}

export interface InputState {
  status: string;
  version: number;
  uploaded: boolean;
  inFlight: boolean;
  sha256: string | null;
  artifactId: string | null;
}

/** The real server's upload and download routes, with rows and signatures controlled by the test. */
export interface Transfers {
  base: string;
  db: Database;
  storage: Storage;
  changes: Changes;
  links: Links;
  storageDir: string;
  /** Creates a pending job and returns its id. */
  job(inputs: DeclaredInput[], source?: JobSource): Promise<string>;
  /** The signed URL of an input, as it would be issued now. */
  uploadUrl(jobId: string, input: DeclaredInput, index?: number, expiresAt?: Date): string;
  downloadUrl(artifactId: string, filename: string, expiresAt?: Date): string;
  state(jobId: string, index?: number): Promise<InputState>;
  /** Lists all files in the storage, including partial ones. */
  files(): Promise<string[]>;
  /** Lists the files of one job. */
  filesOf(jobId: string): Promise<string[]>;
  stop(): Promise<void>;
}

const soon = (): Date => new Date(Date.now() + 600_000);

export async function openTransfers(): Promise<Transfers> {
  const database = await freshDatabase();
  const storageDir = await mkdtemp(join(tmpdir(), 'filemill-transfers-'));
  const pool = openPool(database.connection, { max: 5, onError: () => {} });
  const db = openDatabase(pool);
  await loadPlans(db, undefined);
  const secret = randomBytes(32).toString('hex');
  const storage = await openLocalStorage(storageDir);
  const links = makeSignedLinks(secret);
  const listener = await openListener(database.connection, ['job_changed'], () => {});
  const changes = watchChanges(listener);
  const server = await buildServer(
    {
      db,
      storage,
      links,
      jobTypes: await loadJobTypes(),
      secrets: createSecrets(secret),
      auth: () => Promise.reject(new Error('sign-in is not available here')),
      changes,
      inProcessResults: new InProcessResults(changes),
      batcher: new Batcher(db),
      isDatabaseThere: () => true,
      inventory: async () => ({ engines: [], models: [] }),
      testConnection: async () => {},
      listFiles: async () => [],
      fetchHosts: readAllowedDestinations([]),
      webhookHosts: readAllowedDestinations([]),
      publicUrl: undefined,
      metrics: createMetrics(),
      printMetrics: () => Promise.reject(new Error('metrics are not available here')),
      requestsAtOnce: 250,
      isStopping: () => false,
    },
    pino({ level: process.env.TEST_LOG ?? 'silent' }),
  );
  await server.listen({ port: 0, host: '127.0.0.1' });
  const base = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}${publicPrefix}`;
  const workspaceId = newId('workspace');
  await db
    .insertInto('workspaces')
    .values({ id: workspaceId, name: 'test', plan_id: 'enterprise' })
    .execute();

  async function files(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of storage.list()) keys.push(key);
    for await (const { key } of storage.partial.list()) keys.push(`partial ${key}`);
    return keys.sort();
  }

  return {
    base,
    db,
    storage,
    changes,
    links,
    storageDir,

    async job(inputs, source = 'api') {
      const id = newId('job');
      await db
        .insertInto('jobs')
        .values({
          id,
          workspace_id: workspaceId,
          source,
          type: 'image-resize',
          options: '{}',
          metadata: '{}',
          needs: [],
          expires_at: sql`now() + interval '1 day'`,
        } as never)
        .execute();
      await db
        .insertInto('job_inputs')
        .values(
          inputs.map(({ filename, contentType, size }, index) => ({
            job_id: id,
            index,
            filename,
            content_type: contentType,
            format: findDeclaredFormat(stripParameters(contentType), filename)!,
            file_size: size,
          })) as never,
        )
        .execute();
      return id;
    },

    uploadUrl: (jobId, { contentType, size }, index = 0, expiresAt = soon()) =>
      links.uploadUrl(base, { jobId, index, contentType, size, expiresAt }).url,

    downloadUrl: (artifactId, filename, expiresAt = soon()) =>
      links.downloadUrl(base, { artifactId, filename, expiresAt }),

    async state(jobId, index = 0) {
      const { rows } = await sql<InputState>`
        select j.status, j.version, i.uploaded_at is not null as uploaded, i.sha256, i.artifact_id as "artifactId",
            coalesce(i.upload_lease > clock_timestamp(), false) as "inFlight"
          from jobs j join job_inputs i on i.job_id = j.id where j.id = ${jobId} and i.index = ${index}`.execute(
        db,
      );
      return rows[0]!;
    },

    files,
    filesOf: async jobId => (await files()).filter(key => key.includes(jobId)),

    async stop() {
      await server.close();
      await listener.close();
      await pool.end();
      await database.drop();
      await rm(storageDir, { recursive: true, force: true });
    },
  };
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Random bytes with the header of a PNG. */
export function makePngBytes(size: number): Buffer {
  const bytes = randomBytes(size);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  return bytes;
}

export const png = (bytes: Uint8Array): DeclaredInput => ({
  filename: 'a.png',
  contentType: 'image/png',
  size: bytes.length,
});

/** Creates a pending job for these bytes as a PNG, and returns its upload URL. */
export async function pendingPng(
  transfers: Transfers,
  bytes: Uint8Array,
): Promise<{ id: string; url: string }> {
  const id = await transfers.job([png(bytes)]);
  return { id, url: transfers.uploadUrl(id, png(bytes)) };
}
