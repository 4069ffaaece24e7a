import { sql } from 'kysely';
import { ApiError, invalid, type QuotaKey } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { StepFlow } from '../../../db/tables/recipes.ts';
import { type JobType, listNeeds, Refusal } from '../../../jobs/job-type.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import type { OutputRow } from '../../../queue/ends/end.ts';
import { requireInstalled } from '../../installation/engines.ts';
import { quotaExceeded } from '../../metering/usage/quota.ts';
import type { Caller } from '../../people/caller.ts';
import { draftRun, type RunServices } from '../recipes/draft-run.ts';
import { findRecipe } from '../recipes/recipes.ts';
import { findGoldenFile, type GoldenRow, readHeldFiles } from './rows.ts';

/** The job type that compares the files of a result with the accepted ones. */
const comparerType = 'file-compare';

/** Returns the job type that compares files. */
function findComparer(jobTypes: JobTypes): JobType {
  const job = jobTypes.get(comparerType);
  if (!job) throw new Error(`the job type ${comparerType} is missing`);
  return job;
}

/** Lists the engines that compare these files. Refuses a mode that does not suit their formats. */
export function listComparerNeeds(
  jobTypes: JobTypes,
  compare: GoldenRow['compare'],
  expected: readonly Pick<OutputRow, 'format'>[],
): string[] {
  const job = findComparer(jobTypes);
  const options = { ...compare, expected: expected.length };
  const formats = [...new Set(expected.map(({ format }) => format))];
  try {
    return [...new Set(formats.flatMap(input => listNeeds(job.resolve({ input, options }))))];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw invalid('compare.by', error.message.replaceAll('options.by', 'compare.by'));
  }
}

/** Plans the last step of a check, which compares the files of all steps that no other step uses with the accepted ones. */
function planComparison(
  { jobTypes }: RunServices,
  { compare }: GoldenRow,
  expected: readonly OutputRow[],
  leaves: number[],
) {
  const job = findComparer(jobTypes);
  const needs = listComparerNeeds(jobTypes, compare, expected);
  const options = { ...compare, expected: expected.length };
  const flow: StepFlow = {
    sources: leaves,
    mode: 'collect',
    // A file of another format than the accepted one is different, and is not read.
    needs: Object.fromEntries(job.accepts.map(format => [format, needs])),
    least: 1,
    most: 1,
    // The run's result is what the recipe made.
    leaf: false,
  };
  const artifacts = expected.map(({ id }) => ({ role: 'expected', id }));
  return { job, needs, row: { job_type: job.id, name: job.title, options, artifacts, metered: false, flow } };
}

/** Makes the rows of a run that checks a golden file: the steps of the recipe as it is now, and the comparison. */
async function draftCheck(context: RunServices, caller: Caller, golden: GoldenRow) {
  const recipe = await findRecipe(context.db, caller.workspaceId, golden.recipe_id);
  const { input, outputs } = await readHeldFiles(context.db, golden.holder_id);
  const { run, rows, first } = await draftRun(context, caller, recipe, input, {}, true);
  const leaves = rows.filter(({ flow }) => flow?.leaf).map(({ index }) => index);
  const { job, needs, row } = planComparison(context, golden, outputs, leaves);
  await requireInstalled(context.db, job.id, needs);
  return {
    recipe,
    run: { ...run, golden_file_id: golden.id },
    rows: [...rows, { index: rows.length, ...row }],
    first,
  };
}

/** The error that rolls the transaction back if another process has started the check. */
class StartedElsewhere extends Error {}

/** Starts the run of a check, unless one is pending. */
async function startRun(
  context: RunServices,
  golden: GoldenRow,
  { recipe, run, rows, first }: Awaited<ReturnType<typeof draftCheck>>,
): Promise<void> {
  await context.db.transaction().execute(async trx => {
    const { rows: made } = await sql<{ outcome: 'created' | QuotaKey }>`
      select outcome from run_create(${JSON.stringify(run)}::jsonb, ${JSON.stringify(rows)}::jsonb,
        ${JSON.stringify(first)}::jsonb, null, null, null)`.execute(trx);
    const { outcome } = firstRow(made);
    if (outcome !== 'created') throw await quotaExceeded(context.db, golden.workspace_id, outcome);
    const { numUpdatedRows } = await trx
      .updateTable('golden_files')
      .set({
        run_id: run.id,
        check_status: 'pending',
        checked_version: recipe.version,
        check_started_at: sql`clock_timestamp()`,
        checked_at: null,
        check_message: null,
        check_failure: null,
      })
      .where('id', '=', golden.id)
      .where('holder_id', '=', golden.holder_id)
      .where(sql<boolean>`check_status is distinct from 'pending'`)
      .where(sql<boolean>`run_id is not distinct from ${golden.run_id}`)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new StartedElsewhere();
  });
}

/** Records that the recipe as it is now cannot run on the input at all. */
async function recordRefusal(
  db: Database,
  golden: GoldenRow,
  version: number,
  message: string,
): Promise<void> {
  await sql`
    with failed as (
      update golden_files set run_id = null, check_status = 'failed', checked_version = ${version}, check_message = ${message},
          check_failure = null, check_engines = null, checked_for = golden_engines(accepted_engines),
          check_started_at = clock_timestamp(), checked_at = clock_timestamp()
        where id = ${golden.id} and check_status is distinct from 'pending' and run_id is not distinct from ${golden.run_id}
        returning id, workspace_id)
    insert into events (workspace_id, golden_file_id, type) select workspace_id, id, 'golden_file.failed' from failed`.execute(
    db,
  );
}

/** Refusals that pass by themselves. */
const passing: ReadonlySet<string> = new Set(['quota_exceeded', 'unavailable', 'internal_error']);

/** Starts a check of a golden file, unless one is pending. A recipe that does not take the input fails the check. */
export async function startCheck(context: RunServices, caller: Caller, golden: GoldenRow): Promise<void> {
  try {
    await startRun(context, golden, await draftCheck(context, caller, golden));
  } catch (error) {
    if (error instanceof StartedElsewhere) return;
    if (!(error instanceof ApiError) || passing.has(error.code)) throw error;
    const recipe = await findRecipe(context.db, caller.workspaceId, golden.recipe_id);
    await recordRefusal(context.db, golden, recipe.version, error.extras.message ?? error.message);
  }
}

/** Checks a golden file now. Returns it with the pending check. */
export async function checkGoldenFile(context: RunServices, caller: Caller, id: string): Promise<GoldenRow> {
  const golden = await findGoldenFile(context.db, caller.workspaceId, id);
  await startCheck(context, caller, golden);
  return findGoldenFile(context.db, caller.workspaceId, id);
}
