import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import type { NewBatch } from '../../../contract/schemas/batch.ts';
import type { ConnectionFiles } from '../../../contract/schemas/connection.ts';
import type { Database } from '../../../db/database.ts';
import { limits } from '../../../settings/limits.ts';
import { findConnection, readConfig } from '../../files/connections/connections.ts';
import { type ListedFile, selectFiles } from '../../files/connections/files.ts';
import type { Caller } from '../../people/caller.ts';
import type { BatchContext } from '../batches/check.ts';
import { createBatch } from '../batches/create.ts';
import { forgetWaiting, readKnown, record } from './log.ts';
import { findNextTime } from './schedule.ts';
import type { TriggerRow, TriggerWork } from './triggers.ts';

type ClaimedTrigger = TriggerRow & { plan: Caller['plan'] };

/** Claims triggers that are due. The claim ends after some minutes, if its process dies. */
async function claimTriggers(db: Database): Promise<ClaimedTrigger[]> {
  const { rows } = await sql<ClaimedTrigger>`
    with next as materialized (
      select id from triggers where enabled and due_at <= clock_timestamp()
      order by due_at limit ${limits.trigger.atOnce} for update skip locked
    ), claimed as (
      update triggers t set claim = t.claim + 1, due_at = clock_timestamp() + make_interval(secs => ${limits.trigger.leaseSeconds})
      from next where t.id = next.id returning t.*
    )
    select c.*, to_jsonb(p) as plan from claimed c join workspaces w on w.id = c.workspace_id join plans p on p.id = w.plan_id`.execute(
    db,
  );
  return rows;
}

const makeCaller = ({ workspace_id, plan, source, key_id }: ClaimedTrigger): Caller => ({
  workspaceId: workspace_id,
  plan,
  source,
  keyId: key_id,
});

/** The error that rolls the transaction back if another process has the trigger now, or it was changed. */
class ClaimLost extends Error {}

/** Runs `act` in a transaction in which nobody else handles the trigger. */
async function withLockedTrigger(
  context: BatchContext,
  { id, claim }: ClaimedTrigger,
  act: (held: BatchContext) => Promise<void>,
): Promise<void> {
  await context.db.transaction().execute(async trx => {
    const { rows } =
      await sql`select id from triggers where id = ${id} and claim = ${claim} for update`.execute(trx);
    if (rows.length === 0) throw new ClaimLost();
    await act({ ...context, db: trx as Database });
  });
}

/** Creates a batch within a savepoint. Returns the refusal instead of throwing it, so that it can be recorded. */
async function tryBatch(
  { db, ...context }: BatchContext,
  caller: Caller,
  batch: NewBatch,
): Promise<{ batchId: string } | { refusal: ApiError }> {
  await sql`savepoint batch`.execute(db);
  try {
    const { batchId } = await createBatch({ db, ...context }, caller, batch, undefined);
    await sql`release savepoint batch`.execute(db);
    return { batchId };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await sql`rollback to savepoint batch`.execute(db);
    return { refusal: error };
  }
}

/** Refusals that pass by themselves, such as too many batches at work, so that a file is tried again. */
const passing: ReadonlySet<string> = new Set([
  'invalid_state',
  'quota_exceeded',
  'unavailable',
  'internal_error',
]);

/** Starts one batch of all files, or one of each if they are refused together. */
async function startFiles(
  context: BatchContext,
  trigger: ClaimedTrigger,
  connectionId: string,
  files: readonly ListedFile[],
): Promise<void> {
  const caller = makeCaller(trigger);
  const work = context.secrets.open(trigger.work) as TriggerWork;
  const nameInputs = (some: readonly ListedFile[]) =>
    some.map(({ key }) => ({ input: { connection: connectionId, key } }));
  const made = await tryBatch(context, caller, { ...work, inputs: nameInputs(files) });
  if ('batchId' in made) {
    for (const file of files) await record(context.db, trigger.id, file, 'started', made);
    return;
  }
  if (passing.has(made.refusal.code)) return;
  if (files.length > 1) {
    for (const file of files) await startFiles(context, trigger, connectionId, [file]);
    return;
  }
  const [file] = files;
  if (file) await record(context.db, trigger.id, file, 'failed', { message: made.refusal.message });
}

async function listMatching(
  { db, secrets, listFiles }: BatchContext,
  workspaceId: string,
  { connection, prefix, pattern }: ConnectionFiles,
): Promise<{ connectionId: string; files: ListedFile[] }> {
  const row = await findConnection(db, workspaceId, connection);
  const listed = await listFiles(readConfig(secrets, row), prefix);
  const files = await selectFiles(
    listed.filter(({ size }) => size > 0),
    { prefix, pattern },
  );
  return { connectionId: row.id, files };
}

async function watchFiles(context: BatchContext, trigger: ClaimedTrigger): Promise<void> {
  const watch = trigger.watch!;
  const { connectionId, files } = await listMatching(context, trigger.workspace_id, watch);
  await withLockedTrigger(context, trigger, async held => {
    const { db } = held;
    const known = await readKnown(
      db,
      trigger.id,
      files.map(({ key }) => key),
    );
    const find = ({ key, version }: ListedFile) => known.get(`${key}\n${version}`);
    const isFirst = !trigger.began && !watch.existing;
    for (const file of files.filter(each => find(each) === undefined)) {
      await forgetWaiting(db, trigger.id, file.key);
      await record(db, trigger.id, file, isFirst ? 'skipped' : 'waiting', {
        ...(isFirst && { message: 'The file was there before the trigger.' }),
      });
    }
    const complete = files.filter(file => find(file) === 'waiting').slice(0, limits.trigger.filesAtOnce);
    if (complete.length > 0) await startFiles(held, trigger, connectionId, complete);
    await sql`update triggers set began = true, failures = 0, problem = null,
        due_at = clock_timestamp() + make_interval(secs => ${watch.everySeconds}) where id = ${trigger.id}`.execute(
      db,
    );
  });
}

async function startOnTime(context: BatchContext, trigger: ClaimedTrigger): Promise<void> {
  const { inputs, ...work } = context.secrets.open(trigger.work) as TriggerWork;
  const place = inputs && 'connection' in inputs ? inputs : undefined;
  // The files are listed before the transaction, which must not wait for another server.
  const listed = place && (await listMatching(context, trigger.workspace_id, place));
  const given = listed
    ? listed.files.map(({ key }) => ({ input: { connection: listed.connectionId, key } }))
    : inputs!;
  await withLockedTrigger(context, trigger, async held => {
    // The claim is taken once for each time.
    const fire = { key: '', version: String(trigger.claim) };
    if (Array.isArray(given) && given.length === 0)
      await record(held.db, trigger.id, fire, 'skipped', { message: 'No file matched.' });
    else {
      const made = await tryBatch(held, makeCaller(trigger), { ...work, inputs: given });
      if ('batchId' in made) await record(held.db, trigger.id, fire, 'started', made);
      else await record(held.db, trigger.id, fire, 'failed', { message: made.refusal.message });
    }
    await sql`update triggers set failures = 0, problem = null, due_at = ${findNextTime(trigger.schedule!)}
      where id = ${trigger.id}`.execute(held.db);
  });
}

/** Remembers why a trigger could not be handled. It is tried again later, ever more seldom. */
async function postpone(db: Database, { id, claim }: ClaimedTrigger, problem: string): Promise<void> {
  await sql`update triggers set failures = failures + 1, problem = ${problem},
      due_at = clock_timestamp() + least(interval '15 minutes', interval '10 seconds' * power(2, least(failures, 10)))
    where id = ${id} and claim = ${claim}`.execute(db);
}

/** Handles the triggers that are due. Several processes may do so at once. */
export async function fireTriggers(
  context: BatchContext,
  onProblem: (triggerId: string, error: unknown) => void,
): Promise<void> {
  for (const trigger of await claimTriggers(context.db))
    try {
      await (trigger.watch ? watchFiles(context, trigger) : startOnTime(context, trigger));
    } catch (error) {
      if (error instanceof ClaimLost) continue;
      if (!(error instanceof ApiError)) onProblem(trigger.id, error);
      const said =
        error instanceof ApiError ? error.message : 'An internal error. The operator finds it in the log.';
      await postpone(context.db, trigger, said);
    }
}
