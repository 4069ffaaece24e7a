import { sql } from 'kysely';
import type { System } from '../../contract/schemas/operator.ts';
import type { Database } from '../../db/database.ts';
import { firstRow } from '../../db/first-row.ts';
import { nameNeed } from '../../models/model.ts';
import { limits } from '../../settings/limits.ts';
import { countDamagedFiles } from '../files/integrity/damage.ts';
import { listInstalledEngines, listInstallingEngines } from './engines.ts';
import { readModelInstalls } from './model-installs.ts';
import { countSecondsWaited, readQueueState } from './queue-state.ts';

/** All engines and models that could be installed, as far as this process knows. */
export interface Inventory {
  engines: { id: string; title: string; licence: string; packages: readonly string[] }[];
  models: Omit<System['models'][number], 'installed' | 'pull' | 'installing' | 'problem'>[];
}

/** Workers register regularly. One that missed three times counts as gone. */
const aliveMs = 3 * limits.registerSeconds * 1000;

const listWorkers = async (db: Database): Promise<System['workers']> => {
  const rows = await db
    .selectFrom('workers')
    .select(['id', 'engines', 'started_at', 'seen_at'])
    .select(
      sql<number>`(select count(*) from jobs j where j.status = 'processing' and j.worker_id = workers.id)`.as(
        'jobs',
      ),
    )
    .orderBy('seen_at', 'desc')
    .limit(64)
    .execute();
  return rows.map(row => ({
    id: row.id,
    startedAt: row.started_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
    alive: row.seen_at.getTime() > Date.now() - aliveMs,
    jobs: row.jobs,
    has: Object.keys(row.engines).sort(),
  }));
};

/** Above this, the number of files is the database's estimate, because counting many rows takes long. */
const maxCounted = 10_000;

async function readStored(db: Database): Promise<System['storage']> {
  const { rows } = await sql<{ files: number; bytes: number; checked: Date | null }>`
    select case when reltuples > ${maxCounted} then reltuples::bigint else (select count(*) from (select from artifacts limit ${maxCounted}) few) end as files,
      (select coalesce(sum(bytes), 0)::bigint from storage_counters) as bytes,
      (select ended_at from scrub) as checked
    from pg_class where oid = 'artifacts'::regclass`.execute(db);
  const { checked, ...kept } = firstRow(rows);
  return {
    ...kept,
    damaged: await countDamagedFiles(db),
    ...(checked && { checkedAt: checked.toISOString() }),
  };
}

/** Reads the state of the installation: its workers, the queue and the storage. */
export async function readSystem(db: Database, { engines, models }: Inventory): Promise<System> {
  const [workers, installed, installing, queue, storage, installs] = await Promise.all([
    listWorkers(db),
    listInstalledEngines(db),
    listInstallingEngines(db),
    readQueueState(db),
    readStored(db),
    readModelInstalls(db),
  ]);
  const missing = engines
    .filter(({ id }) => !installed.has(id) && !installing.has(id))
    .flatMap(({ packages }) => packages);
  return {
    workers,
    engines: engines.map(({ packages, ...engine }) => {
      const version = installed.get(engine.id);
      const isComing = version === undefined && installing.has(engine.id);
      return {
        ...engine,
        packages: [...packages],
        ...(version !== undefined && { version }),
        ...(isComing && { installing: true }),
      };
    }),
    ...(missing.length > 0 && {
      install: `apt-get install -y --no-install-recommends ${[...new Set(missing)].join(' ')}`,
    }),
    models: models.map(model => {
      const here = installed.has(nameNeed(model.name));
      const missing = { pull: `npx filemill models pull ${model.name}`, ...installs.get(model.name) };
      return { ...model, installed: here, ...(!here && missing) };
    }),
    queue: {
      queued: queue.queued,
      processing: queue.processing,
      oldestSeconds: countSecondsWaited(queue),
      workspaces: queue.workspaces.map(({ oldest, ...rest }) => ({
        ...rest,
        ...(oldest !== null && { oldestQueuedAt: new Date(oldest).toISOString() }),
      })),
    },
    storage,
  };
}
