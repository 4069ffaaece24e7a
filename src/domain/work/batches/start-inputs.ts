import { sql } from 'kysely';
import { ApiError, type QuotaKey } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { Place } from '../../../db/tables/outputs.ts';
import { limits } from '../../../settings/limits.ts';
import type { Caller } from '../../people/caller.ts';
import { createJob } from '../jobs/create.ts';
import type { CreateContext, GivenFile } from '../jobs/draft.ts';
import type { FetchedFile } from '../jobs/fetched-inputs.ts';
import { createRun } from '../recipes/run.ts';
import { joinWork } from './rows.ts';

type FeedContext = Pick<CreateContext, 'db' | 'jobTypes' | 'secrets'>;

interface FedBatch {
  id: string;
  workspace_id: string;
  key_id: string | null;
  source: Caller['source'];
  type: string | null;
  recipe_id: string | null;
  metadata: Record<string, string>;
  retention_hours: number | null;
  output: Place | null;
  plan: Caller['plan'];
}

interface NextInput {
  index: number;
  artifact_id: string | null;
  /** The sealed address of a file that the service fetches. */
  source: Buffer | null;
  options: Record<string, unknown>;
  secret: Buffer | null;
  metadata: Record<string, string>;
}

/** The error that rolls back the creation of a job that a quota does not let start now. */
class Blocked extends Error {
  readonly quota: QuotaKey;

  constructor(quota: QuotaKey) {
    super(quota);
    this.quota = quota;
  }
}

const makeCaller = ({ workspace_id, plan, source, key_id }: FedBatch): Caller => ({
  workspaceId: workspace_id,
  plan,
  source,
  keyId: key_id,
});

/** Returns the file of an input: an artifact, or one that is fetched. */
const findFile = (
  { secrets }: FeedContext,
  { source, artifact_id: artifactId }: NextInput,
): FetchedFile | GivenFile =>
  source ? (secrets.open(source) as FetchedFile) : { artifactId: artifactId ?? '' };

/** Names the file of an input as new runs do. */
function nameForRun(context: FeedContext, input: NextInput) {
  const file = findFile(context, input);
  if ('artifactId' in file) return { inputArtifactId: file.artifactId };
  const { filename, contentType } = file;
  return {
    ...('url' in file ? { inputUrl: file.url } : { input: { connection: file.connectionId, key: file.key } }),
    ...(filename !== undefined && { filename }),
    ...(contentType !== undefined && { contentType }),
  };
}

/** Creates the job or run of one input. Throws `Blocked` where a quota refuses it. */
async function createWork(
  context: FeedContext,
  batch: FedBatch,
  input: NextInput,
): Promise<{ job_id: string } | { run_id: string }> {
  const caller = makeCaller(batch);
  const settings = {
    metadata: { ...batch.metadata, ...input.metadata },
    ...(batch.retention_hours !== null && { retentionHours: batch.retention_hours }),
    ...(batch.output && { output: batch.output }),
  };
  try {
    if (batch.recipe_id !== null) {
      const request = { ...nameForRun(context, input), ...settings };
      return { run_id: (await createRun(context, caller, batch.recipe_id, request, undefined)).runId };
    }
    const secret = input.secret ? (context.secrets.open(input.secret) as object) : {};
    const created = await createJob(
      { ...context, neverStartedHours: limits.neverStartedHours },
      caller,
      {
        type: batch.type ?? '',
        files: [findFile(context, input)],
        options: { ...input.options, ...secret },
        settings,
        autoStart: true,
        batchId: batch.id,
        at: () => 'inputArtifactId',
      },
      undefined,
    );
    if (created.replayed) throw new Error('a job of a batch has no idempotency key');
    const { id, status, start_refused: quota } = created.job;
    if (status === 'pending' && quota) throw new Blocked(quota as QuotaKey);
    return { job_id: id };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'quota_exceeded' && error.extras.quotaKey)
      throw new Blocked(error.extras.quotaKey);
    throw error;
  }
}

/** Errors that pass by themselves, so that the input waits instead of being refused. */
const passing: ReadonlySet<string> = new Set(['unavailable', 'internal_error']);

/** Creates the work of the next waiting input and links both, in one transaction. Returns false if none waits. */
async function feedOne(context: FeedContext, batch: FedBatch): Promise<boolean> {
  let index: number | undefined;
  try {
    return await context.db.transaction().execute(async trx => {
      const { rows } = await sql<NextInput>`
        select i.index, i.artifact_id, i.source, i.options, i.secret, i.metadata from batch_inputs i
        where i.batch_id = ${batch.id} and i.job_id is null and i.run_id is null and i.refused is null
        order by i.index limit 1 for update skip locked`.execute(trx);
      const [input] = rows;
      if (!input) return false;
      index = input.index;
      const made = await createWork({ ...context, db: trx as Database }, batch, input);
      await trx
        .updateTable('batch_inputs')
        .set(made)
        .where('batch_id', '=', batch.id)
        .where('index', '=', input.index)
        .execute();
      return true;
    });
  } catch (error) {
    if (!(error instanceof ApiError) || passing.has(error.code) || index === undefined) throw error;
    const { code, message } = error;
    await sql`update batch_inputs set refused = ${JSON.stringify({ code, message })}::jsonb
      where batch_id = ${batch.id} and index = ${index} and job_id is null and run_id is null and refused is null`.execute(
      context.db,
    );
    return true;
  }
}

/** Starts jobs whose files were fetched while a quota was used up. Returns the quota if it still is. */
async function restart(db: Database, { id, workspace_id: ws }: FedBatch): Promise<QuotaKey | null> {
  const { rows } = await sql<{ quota: QuotaKey | null }>`
    select batch_restart(${ws}, ${id}, ${limits.batch.live}) as quota`.execute(db);
  return firstRow(rows).quota;
}

/** Counts the jobs and runs of a batch that have not ended. */
async function countLive(db: Database, batchId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from batch_inputs i ${joinWork}
      where i.batch_id = ${batchId} and (j.status in ('pending', 'queued', 'processing') or r.status = 'active')`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

async function feedBatch(context: FeedContext, batch: FedBatch): Promise<void> {
  const { db } = context;
  let blocked = await restart(db, batch);
  try {
    const free = blocked ? 0 : limits.batch.live - (await countLive(db, batch.id));
    for (let room = free; room > 0; room -= 1) if (!(await feedOne(context, batch))) break;
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    blocked = error.quota;
  }
  await sql`update batches set blocked = ${blocked}, fed_at = clock_timestamp(), version = version + 1,
      blocked_until = case when ${blocked}::text is not null
        then clock_timestamp() + make_interval(secs => ${limits.batch.blockedSeconds}) end
    where id = ${batch.id} and status = 'active'`.execute(db);
  await settleBatch(db, batch.id);
  await sql`select pg_notify('job_changed', ${batch.id} || ' running')`.execute(db);
}

/** Ends a batch if all its inputs have ended. */
export async function settleBatch(db: Database, batchId: string): Promise<void> {
  await sql`select batch_settle(${batchId})`.execute(db);
}

/** Creates more jobs for the batches that have waited longest, and ends those that are done. One batch that fails delays no other. */
export async function feedBatches(
  context: FeedContext,
  onProblem: (batchId: string, error: unknown) => void,
): Promise<void> {
  const { rows } = await sql<FedBatch>`
    select b.id, b.workspace_id, b.key_id, b.source, b.type, b.recipe_id, b.metadata, b.retention_hours, b.output, to_jsonb(p) as plan
    from batches b join workspaces w on w.id = b.workspace_id join plans p on p.id = w.plan_id
    where b.status = 'active' and (b.blocked_until is null or b.blocked_until < clock_timestamp())
    order by b.fed_at limit ${limits.batch.fedAtOnce}`.execute(context.db);
  for (const batch of rows)
    await feedBatch(context, batch).catch(async error => {
      onProblem(batch.id, error);
      await sql`update batches set fed_at = clock_timestamp() where id = ${batch.id}`.execute(context.db);
    });
}
