import { sql } from 'kysely';
import { ApiError, type ErrorCode } from '../../../contract/errors.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { Credits, JobType } from '../../../jobs/job-type.ts';
import { listInstalledEngines, requireInstalled } from '../../installation/engines.ts';
import { computeCredits } from '../../metering/credits/charge.ts';
import { quotaExceeded, type UsedUp } from '../../metering/usage/quota.ts';
import type { Caller } from '../../people/caller.ts';
import { type CreateContext, draftJob, type JobRequest } from '../jobs/draft.ts';
import { findExpectedMs } from './expected-time.ts';

/** Refusals that an estimate tells. Any other error is thrown as usual. */
const refusals: ReadonlySet<ErrorCode> = new Set([
  'validation_failed',
  'invalid_file_type',
  'feature_not_available',
  'file_too_large',
  'batch_too_large',
  'quota_exceeded',
  'unavailable',
]);

type EstimateWarning = Estimate['warnings'][number];

const describeRefusal = ({ code, message, extras }: ApiError): EstimateWarning[] =>
  extras.details?.map(detail => ({ code, ...detail })) ?? [{ code, message }];

/** Refuses what a quota would refuse now, without counting anything. */
async function requireQuota(db: Database, { workspaceId }: Caller, bytes: number, job: JobType) {
  const { rows } = await sql<{ used_up: UsedUp | null }>`
    select coalesce(quota_used_up(${workspaceId}, ${bytes}),
      case when ${job.credits !== undefined} and credit_available(${workspaceId}) < 1 then 'ai_credits' end) as used_up`.execute(
    db,
  );
  const { used_up: usedUp } = firstRow(rows);
  if (usedUp) throw await quotaExceeded(db, workspaceId, usedUp);
}

const warnOfSize = ({ amount, size, unit }: Credits): EstimateWarning => ({
  code: 'credits_by_size',
  message: `This job costs ${amount} credits for every ${size} ${unit}s begun. The size is known once it runs.`,
});

/** Returns the engines and models with the versions that are installed here. */
async function listVersions(db: Database, needs: string[]): Promise<Estimate['engines']> {
  const installed = await listInstalledEngines(db);
  return needs.map(id => ({ name: id.replace(/^model:/, ''), version: installed.get(id) ?? 'unknown' }));
}

/** Tells whether an earlier result would be returned at once. */
async function isReused(
  db: Database,
  { source, workspaceId }: Caller,
  { row, inputs, needs }: Pick<Awaited<ReturnType<typeof draftJob>>, 'row' | 'inputs' | 'needs'>,
): Promise<boolean> {
  if (!row.reuse) return false;
  const { rows } = await sql<{ same: string | null }>`
    select job_find_same(${workspaceId}, ${source === 'api'}, ${row.type}, ${JSON.stringify(row.options)}::jsonb,
      ${needs}, ${JSON.stringify(inputs)}::jsonb) as same`.execute(db);
  return firstRow(rows).same !== null;
}

/** Says what a job would take, or why it would be refused. Stores nothing. */
export async function estimateJob(
  context: Pick<CreateContext, 'db' | 'jobTypes' | 'secrets'>,
  caller: Caller,
  request: JobRequest,
): Promise<Estimate> {
  const { db } = context;
  try {
    const draft = await draftJob(context, caller, request);
    const { job, inputs, needs, row } = draft;
    await requireInstalled(db, job.id, needs);
    const engines = await listVersions(db, needs);
    if (await isReused(db, caller, draft))
      return { accepted: true, engines, operations: 0, credits: 0, expectedMs: 0, warnings: [] };
    const declared = inputs.filter(({ given }) => !given).reduce((sum, { file_size: size }) => sum + size, 0);
    await requireQuota(db, caller, declared, job);
    const { format, file_size: bytes } = inputs[0]!;
    const expectedMs = await findExpectedMs(db, {
      workspaceId: caller.workspaceId,
      type: job.id,
      format,
      bytes,
      needs,
      options: row.options,
    });
    return {
      accepted: true,
      engines,
      operations: 1,
      credits: job.credits ? computeCredits(job.credits, 0) : 0,
      ...(expectedMs !== undefined && { expectedMs }),
      warnings: job.credits ? [warnOfSize(job.credits)] : [],
    };
  } catch (error) {
    if (!(error instanceof ApiError) || !refusals.has(error.code)) throw error;
    return { accepted: false, engines: [], operations: 0, credits: 0, warnings: describeRefusal(error) };
  }
}
