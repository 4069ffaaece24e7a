import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { scrub } from '../domain/files/integrity/scrub.ts';
import { expire } from '../domain/files/retention/expire.ts';
import { purge } from '../domain/files/retention/purge.ts';
import { sweep } from '../domain/files/retention/sweep.ts';
import { noteDisk } from '../domain/installation/disk.ts';
import { forgetWorkers } from '../domain/installation/engines.ts';
import { noteQueue } from '../domain/installation/queue-state.ts';
import { expireAllowances } from '../domain/metering/credits/ledger.ts';
import { addUpUsage, noteStorage } from '../domain/metering/usage/history.ts';
import { mendStorageCounters } from '../domain/metering/usage/mend-storage.ts';
import { purgeEvents } from '../domain/outgoing/events/purge.ts';
import { purgeAccounts } from '../domain/people/accounts/purge.ts';
import type { BatchContext } from '../domain/work/batches/check.ts';
import { feedBatches } from '../domain/work/batches/start-inputs.ts';
import { purgeDeletedWorkspaces } from '../domain/work/deleted-workspaces/purge.ts';
import { purgeFailures } from '../domain/work/failures/failures.ts';
import { addUpFailures } from '../domain/work/failures/summary.ts';
import { checkDueGoldenFiles } from '../domain/work/golden-files/due.ts';
import { indexNames } from '../domain/work/job-search/index-names.ts';
import { fireTriggers } from '../domain/work/triggers/fire.ts';
import { readFreeBytes } from '../free-space.ts';
import { reap } from '../queue/ends/reap.ts';
import { limits } from '../settings/limits.ts';
import type { Storage } from '../storage/storage.ts';

export interface Maintenance {
  stop(): Promise<void>;
}

interface Task {
  name: string;
  seconds: number;
  /**
   * True if several processes may run it at once. It then takes no lock, so that a paused process cannot
   * block it.
   */
  shared?: true;
  run(): Promise<unknown>;
}

const lockSpace = 7106;

/** Tasks that may hold a lock at once: each needs a connection for its lock and another one for its work. */
const locksAtOnce = Math.floor(limits.poolConnections / 3);

/** Runs `work` unless another process does. The lock belongs to the connection, so that a killed process frees it. */
async function runAlone(db: Database, name: string, work: () => Promise<unknown>): Promise<void> {
  await db.connection().execute(async connection => {
    const lock = sql`${sql.lit(lockSpace)}, hashtext(${name})`;
    const { rows } = await sql<{ ok: boolean }>`select pg_try_advisory_lock(${lock}) as ok`.execute(
      connection,
    );
    if (!rows.some(({ ok }) => ok)) return;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}

/** Starts the periodic work: jobs of dead workers, expiry, orphaned files, old rows. Any worker may do it, one at a time. */
export function startMaintenance(
  db: Database,
  storage: Storage,
  work: Omit<BatchContext, 'db'>,
  log: FastifyBaseLogger,
  { onReaped, dataDir }: { onReaped?: () => void; dataDir?: string } = {},
): Maintenance {
  const batch = limits.sweepRows;
  let unnamed: ReadonlySet<string> = new Set();
  const tasks: Task[] = [
    {
      name: 'reap',
      seconds: limits.reapSeconds,
      shared: true,
      run: async () => {
        for (const { id: jobId, ...dead } of await reap(db, limits.attempts)) {
          log.warn({ jobId, ...dead }, 'requeued a job of a dead worker');
          onReaped?.();
        }
      },
    },
    {
      name: 'expire',
      seconds: limits.expireSeconds,
      run: async () => {
        await expire(db, storage, batch);
        await expireAllowances(db, batch);
      },
    },
    {
      name: 'sweep',
      seconds: limits.sweepSeconds,
      run: async () => {
        const swept = await sweep(db, storage, {
          batch,
          orphanMinutes: limits.orphanMinutes,
          now: Date.now(),
          seenBefore: unnamed,
        });
        unnamed = swept.unnamed;
        const { removed } = swept;
        if (removed > 0) log.info({ removed }, 'removed orphaned files');
        for (const wrong of await mendStorageCounters(db)) log.warn(wrong, 'corrected a storage counter');
      },
    },
    {
      name: 'purge deleted workspaces',
      seconds: limits.deletedWorkspaceSeconds,
      run: () =>
        purgeDeletedWorkspaces(db, storage, { batch, rowMinutes: limits.deletedWorkspaceRowMinutes }),
    },
    {
      name: 'feed batches',
      seconds: limits.batch.feedSeconds,
      run: () =>
        feedBatches({ db, ...work }, (batchId, error) =>
          log.warn({ err: error, batchId }, 'a batch could not go on'),
        ),
    },
    {
      name: 'fire triggers',
      seconds: limits.trigger.everySeconds,
      shared: true,
      run: () =>
        fireTriggers({ db, ...work }, (triggerId, error) =>
          log.warn({ err: error, triggerId }, 'a trigger could not be handled'),
        ),
    },
    {
      name: 'check golden files',
      seconds: limits.golden.everySeconds,
      shared: true,
      run: () =>
        checkDueGoldenFiles({ db, ...work }, (goldenFileId, error) =>
          log.warn({ err: error, goldenFileId }, 'a golden file could not be checked'),
        ),
    },
    { name: 'note queue', seconds: limits.noteQueueSeconds, run: () => noteQueue(db) },
    { name: 'gather names', seconds: limits.indexNamesSeconds, run: () => indexNames(db) },
    {
      name: 'add up',
      seconds: limits.addUpSeconds,
      run: async () => {
        const batches = { batch: limits.addUpRows, settledSeconds: 2 * limits.addUpSeconds };
        await addUpUsage(db, batches);
        await addUpFailures(db, batches);
      },
    },
    {
      name: 'note storage',
      seconds: limits.noteStorageSeconds,
      run: async () => {
        await noteStorage(db);
        await noteDisk(db, dataDir === undefined ? undefined : await readFreeBytes(dataDir));
      },
    },
    {
      name: 'scrub',
      seconds: limits.scrubSeconds,
      run: async () => {
        const { scrubFiles: files, scrubBytes: bytes, scrubDays: days } = limits;
        for (const finding of await scrub(db, storage, { files, bytes, days }))
          log.error(finding, 'a stored file is damaged');
      },
    },
    {
      name: 'purge',
      seconds: limits.purgeSeconds,
      run: async () => {
        await purge(db, { rowDays: limits.rowDays, batch });
        await purgeEvents(db, batch);
        await purgeFailures(db, batch);
        await purgeAccounts(db, { rowDays: limits.rowDays, batch });
        await forgetWorkers(db);
      },
    },
  ];
  const controller = new AbortController();
  const inTurn = limitConcurrency(locksAtOnce);
  const runTask = (task: Task): Promise<unknown> =>
    task.shared ? task.run() : inTurn(() => runAlone(db, task.name, task.run));
  const running = tasks.map(async task => {
    while (!controller.signal.aborted) {
      await runTask(task).catch(error => log.warn({ err: error, task: task.name }, 'maintenance failed'));
      await pause(task.seconds, controller.signal);
    }
  });
  return {
    async stop() {
      controller.abort();
      await Promise.all(running);
    },
  };
}

/** Returns a function that runs work once fewer than `most` others run, in the order of the calls. */
function limitConcurrency(most: number): (work: () => Promise<void>) => Promise<void> {
  let free = most;
  const waiting: (() => void)[] = [];
  return async work => {
    if (free > 0) free--;
    else await new Promise<void>(resolve => waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(end, seconds * 1000);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
