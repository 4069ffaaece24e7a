import { type Selectable, sql } from 'kysely';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { isId, newId } from '../../../contract/ids.ts';
import type { NewTrigger, Trigger, TriggerChange } from '../../../contract/schemas/trigger.ts';
import type { Database } from '../../../db/database.ts';
import type { TriggersTable } from '../../../db/tables/triggers.ts';
import { limits } from '../../../settings/limits.ts';
import { findConnection } from '../../files/connections/connections.ts';
import type { Caller } from '../../people/caller.ts';
import { formatTime } from '../../rows/format-time.ts';
import { type BatchContext, checkInputs } from '../batches/check.ts';
import { listStepKeys } from '../batches/step-keys.ts';
import { readOptions, splitSecret } from '../jobs/options.ts';
import { makeSettingsRow } from '../jobs/settings.ts';
import { prepareOutput, requireNamedKeys } from '../outputs/key-templates.ts';
import { refuseLoop } from './refuse-loop.ts';
import { findNextTime } from './schedule.ts';

export type TriggerRow = Selectable<TriggersTable>;

/** The batch that a trigger creates, without its inputs if it watches files. */
export type TriggerWork = Omit<NewTrigger, 'name' | 'watch' | 'schedule' | 'enabled'>;

/** Checks the work of a trigger as that of a batch. The files that it will find are not known yet. */
async function checkWork(context: BatchContext, caller: Caller, trigger: NewTrigger): Promise<TriggerWork> {
  const { name: _, watch, schedule, enabled: __, ...work } = trigger;
  if ((watch === undefined) === (schedule === undefined))
    throw invalid('watch', 'Give exactly one: `watch` or `schedule`.');
  if ((work.inputs === undefined) === (schedule !== undefined))
    throw invalid('inputs', '`inputs` is required with `schedule`, and must be left out with `watch`.');
  const place = watch ?? (work.inputs && 'connection' in work.inputs ? work.inputs : undefined);
  const sample = place && [{ input: { connection: place.connection, key: 'file' } }];
  await checkInputs(context, caller, { ...work, inputs: sample ?? work.inputs! });
  const output = work.output && (await prepareOutput(context.db, caller.workspaceId, work.output));
  if (output) requireNamedKeys(output.key);
  if (output && watch) {
    const { id } = await findConnection(context.db, caller.workspaceId, watch.connection);
    const job = work.type === undefined ? undefined : context.jobTypes.get(work.type);
    if (id === output.connection)
      await refuseLoop(watch, output, job && { job, options: work.options ?? {} });
  }
  for (const { key, field } of await listStepKeys(context.db, caller, work.recipeId))
    requireNamedKeys(key, field);
  makeSettingsRow(caller, {
    ...(work.metadata && { metadata: work.metadata }),
    ...(work.retentionHours !== undefined && { retentionHours: work.retentionHours }),
  });
  return { ...work, ...(output && { output }) };
}

/** Returns the work as it may be shown. */
function showWork({ jobTypes }: BatchContext, { inputs: _, ...work }: TriggerWork): object {
  const job = work.type === undefined ? undefined : jobTypes.get(work.type);
  if (!job) return work;
  return { ...work, options: splitSecret(job, readOptions(job, work.options ?? {})).shown };
}

export async function createTrigger(
  context: BatchContext,
  caller: Caller,
  trigger: NewTrigger,
): Promise<TriggerRow> {
  const { db, secrets } = context;
  const { workspaceId } = caller;
  const { name, watch, schedule, enabled } = trigger;
  const work = await checkWork(context, caller, trigger);
  const due = schedule ? findNextTime(schedule) : new Date();
  return db.transaction().execute(async trx => {
    await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(trx);
    const others = await listTriggers(trx as Database, workspaceId);
    if (others.some(other => other.name === name))
      throw invalid('name', `There is a trigger ${name} already.`);
    if (others.length >= limits.trigger.perWorkspace)
      throw new ApiError('invalid_state', {
        message: `A workspace has at most ${limits.trigger.perWorkspace} triggers.`,
      });
    return trx
      .insertInto('triggers')
      .values({
        id: newId('trigger'),
        workspace_id: workspaceId,
        key_id: caller.keyId,
        source: caller.source,
        name,
        work: secrets.seal(work),
        shown: JSON.stringify(showWork(context, work)),
        watch: watch ? JSON.stringify(watch) : null,
        schedule: schedule ? JSON.stringify(schedule) : null,
        enabled,
        due_at: due,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

export const listTriggers = (db: Database, workspaceId: string): Promise<TriggerRow[]> =>
  db.selectFrom('triggers').selectAll().where('workspace_id', '=', workspaceId).orderBy('name').execute();

export async function findTrigger(db: Database, workspaceId: string, id: string): Promise<TriggerRow> {
  const row = isId('trigger', id)
    ? await db
        .selectFrom('triggers')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new ApiError('not_found', { message: `There is no trigger ${id}.` });
  return row;
}

/** Merges the options of a change with those that are never shown, which whoever makes the change cannot repeat. */
function mergeOptions(
  { jobTypes }: BatchContext,
  before: TriggerWork,
  change: TriggerChange,
): TriggerWork['options'] {
  const type = change.type ?? (change.recipeId === undefined ? before.type : undefined);
  const job = type === undefined || type !== before.type ? undefined : jobTypes.get(type);
  if (change.options === undefined) return type === before.type ? before.options : undefined;
  return { ...(job && splitSecret(job, before.options ?? {}).secret), ...change.options };
}

/** Merges a change with what is saved, so that it can be checked like a new trigger. */
function mergeTrigger(context: BatchContext, row: TriggerRow, change: TriggerChange): NewTrigger {
  for (const kind of ['watch', 'schedule'] as const)
    if (change[kind] && !row[kind])
      throw invalid(kind, `\`${kind}\` must be left out: this trigger has none. Create another trigger.`);
  const saved = context.secrets.open(row.work) as TriggerWork;
  const { type: _, recipeId: __, output, options: ___, ...before } = saved;
  const what = change.type !== undefined || change.recipeId !== undefined ? change : saved;
  const options = mergeOptions(context, saved, change);
  const place = change.output === undefined ? output : change.output;
  const [watch, schedule] = [change.watch ?? row.watch, change.schedule ?? row.schedule];
  return {
    ...before,
    name: change.name ?? row.name,
    enabled: change.enabled ?? row.enabled,
    ...(what.type !== undefined && { type: what.type }),
    ...(what.recipeId !== undefined && { recipeId: what.recipeId }),
    ...(options && { options }),
    ...(place && { output: place }),
    ...(watch && { watch }),
    ...(schedule && { schedule }),
    ...(change.inputs && { inputs: change.inputs }),
  };
}

/** The columns of a trigger whose work or start changes. At another place, the files that are there count as the first. */
async function makeChangedColumns(
  context: BatchContext,
  caller: Caller,
  row: TriggerRow,
  change: TriggerChange,
) {
  const merged = mergeTrigger(context, row, change);
  const work = await checkWork(context, caller, merged);
  const isMoved = (['connection', 'prefix', 'pattern'] as const).some(
    field => change.watch && change.watch[field] !== row.watch?.[field],
  );
  return {
    work: context.secrets.seal(work),
    shown: JSON.stringify(showWork(context, work)),
    ...(change.watch && { watch: JSON.stringify(change.watch) }),
    ...(change.schedule && { schedule: JSON.stringify(change.schedule) }),
    ...(isMoved && { began: false }),
    problem: null,
    failures: 0,
  };
}

/** Changes a trigger. Times that passed while it was disabled are not made up for. */
export async function changeTrigger(
  context: BatchContext,
  caller: Caller,
  id: string,
  change: TriggerChange,
): Promise<TriggerRow> {
  const { db } = context;
  const { name, enabled, ...further } = change;
  const before = await findTrigger(db, caller.workspaceId, id);
  const changed =
    Object.keys(further).length > 0 ? await makeChangedColumns(context, caller, before, change) : undefined;
  const schedule = change.schedule ?? before.schedule;
  const due = enabled || changed ? (schedule ? findNextTime(schedule) : new Date()) : undefined;
  const row = await db
    .updateTable('triggers')
    .set({
      ...changed,
      ...(name !== undefined && { name }),
      ...(enabled !== undefined && { enabled }),
      ...(due && { due_at: due }),
      claim: sql`claim + 1`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'triggers_named'
        ? invalid('name', `There is a trigger ${name} already.`)
        : error;
    });
  if (!row) throw new ApiError('not_found', { message: `There is no trigger ${id}.` });
  return row;
}

export async function deleteTrigger(db: Database, workspaceId: string, id: string): Promise<void> {
  await findTrigger(db, workspaceId, id);
  await db.deleteFrom('triggers').where('id', '=', id).execute();
}

export const presentTrigger = (row: TriggerRow): Trigger => ({
  id: row.id,
  name: row.name,
  ...(row.shown as Pick<Trigger, 'type' | 'recipeId' | 'options' | 'output'>),
  ...(row.watch && { watch: row.watch }),
  ...(row.schedule && { schedule: row.schedule }),
  enabled: row.enabled,
  ...(row.enabled && { nextAt: formatTime(row.due_at) }),
  ...(row.problem && { problem: row.problem }),
  createdAt: formatTime(row.created_at),
});
