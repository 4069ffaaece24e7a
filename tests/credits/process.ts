import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { type Database, openDatabase, openPool } from '../../src/db/database.ts';
import type { Claim } from '../../src/queue/claim.ts';
import { cancelJob } from '../../src/queue/ends/cancel.ts';
import { failJob } from '../../src/queue/ends/end.ts';
import { byHand, result } from '../queue/by-hand.ts';
import { completeJob } from '../support/queue.ts';

/** A job, its price, and how it ends. */
export interface PlannedJob {
  cost: number;
  ending: 'completes' | 'fails' | 'is canceled' | 'keeps running';
}

/** Jobs to start at once in a workspace and to process. */
export interface Plan {
  ws: string;
  jobs: PlannedJob[];
}

async function finishClaim(db: Database, claim: Claim): Promise<void> {
  const { cost, ending } = claim.options as unknown as PlannedJob;
  const { rows } = await sql<{ said: string }>`
    select credit_charge(${claim.workspaceId}, ${claim.id}, ${claim.attempt}, ${cost}) as said`.execute(db);
  const short = rows[0]?.said === 'short';
  if (short || ending === 'fails')
    await failJob(db, claim, {
      reason: short ? 'limit_exceeded' : 'unreadable_input',
      detail: '',
      diagnosticId: crypto.randomUUID(),
      workerId: null,
      attempts: 3,
    });
  else if (ending === 'completes') await completeJob(db, claim, result());
  else if (ending === 'is canceled') await cancelJob(db, claim.workspaceId, claim.id);
}

async function runPlan(db: Database, { ws, jobs }: Plan): Promise<void> {
  const hand = byHand(db);
  await Promise.all(
    jobs.map(async options => {
      const job = await hand.create(ws, '1 hour', { options });
      await db.updateTable('jobs').set({ metered: true }).where('id', '=', job.id).execute();
      await hand.upload(job);
      await hand.start(job);
    }),
  );
  for (let claims = await hand.claim(5); claims.length > 0; claims = await hand.claim(5))
    await Promise.all(claims.map(claim => finishClaim(db, claim)));
}

/** A separate process, with its own connections, that runs the plans. */
export interface CreditProcess {
  runPlan(plan: Plan): Promise<void>;
  stop(): void;
}

export function startCreditProcess(url: string): CreditProcess {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [url], { execArgv: [] });
  const ended = once(child, 'exit');
  return {
    async runPlan(plan) {
      child.send(plan);
      const [message] = await Promise.race([once(child, 'message'), ended]);
      if (message !== 'done') throw new Error(`a process failed: ${message}`);
    },
    stop: () => child.kill(),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.send) {
  const db = openDatabase(openPool({ connectionString: process.argv[2] }, { max: 5, onError: () => {} }));
  process.on('message', (plan: Plan) => {
    runPlan(db, plan).then(
      () => process.send?.('done'),
      error => process.send?.(String(error?.stack ?? error)),
    );
  });
}
