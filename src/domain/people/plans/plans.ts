import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { check } from '../../../contract/validate.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { PlansTable } from '../../../db/tables/workspaces.ts';
import { minAllowed } from '../../../settings/content-size.ts';

const count = (minimum: number, description: string) => Type.Integer({ minimum, description });

/** A quota that is left out is unlimited. */
export const Plan = Type.Object(
  {
    apiAccess: Type.Boolean({
      description: 'Whether API keys are accepted. The workspace page works either way.',
    }),
    families: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Allowed families of job types (image, pdf, document, …); all if left out.',
      }),
    ),
    requestsPerWindow: count(1, 'Requests per key and 60 s.'),
    operationsPerDay: Type.Optional(count(0, 'Jobs started per UTC day.')),
    operationsPerMonth: Type.Optional(count(0, 'Jobs started per UTC month.')),
    aiCreditsPerMonth: Type.Optional(count(0, 'AI credits per UTC month.')),
    fileBytes: count(1, 'Largest input, in bytes.'),
    mergeFiles: count(2, 'Maximum number of files in one merge.'),
    mergeBytes: count(1, 'Maximum total size of the files in one merge, in bytes.'),
    concurrentJobs: count(1, 'Maximum number of concurrent jobs.'),
    waiting: count(1, 'Maximum number of jobs waiting in the queue.'),
    pendingInputs: Type.Integer({
      minimum: 2,
      default: 10_000,
      description:
        'Inputs of jobs that were not started, and artifacts that were not used, created within 24 hours; canceled ones count too.',
    }),
    mediaSeconds: Type.Optional(
      count(
        minAllowed.mediaSeconds,
        'Longest recording, in seconds. With `start` and `end`, only the part between them counts.',
      ),
    ),
    megapixels: Type.Optional(
      count(
        minAllowed.megapixels,
        'Largest image, with all its frames and pages, and largest frame of a video, in millions of pixels.',
      ),
    ),
    archiveEntries: Type.Optional(
      count(minAllowed.archiveEntries, 'Maximum number of files extracted from one archive.'),
    ),
    urlInputs: Type.Optional(
      Type.Boolean({
        description: 'Whether inputs may be named by their address (`inputUrl`); they may if left out.',
      }),
    ),
    retentionSeconds: count(60, 'How long inputs and results are stored after a job ends.'),
    storageBytes: Type.Optional(count(1, 'Maximum bytes of stored files, inputs and results together.')),
    uploadUrlSeconds: count(1, 'Lifetime of an upload URL.'),
    downloadUrlSeconds: count(1, 'Lifetime of a download URL.'),
    priority: Type.String({
      enum: ['low', 'normal', 'high'],
      description: 'Share of the workers when they are busy: low 1, normal 2, high 4.',
    }),
  },
  { additionalProperties: false },
);

const PlansFile = Type.Record(Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }), Plan, { minProperties: 1 });

/** A plan as the database holds it, which is where all limits are read from. */
export type PlanRow = PlansTable;

const weights: Record<string, number> = { low: 1, normal: 2, high: 4 };

const makeRow = (id: string, plan: Static<typeof Plan>): PlansTable => ({
  id,
  api_access: plan.apiAccess,
  families: plan.families ?? null,
  requests_per_window: plan.requestsPerWindow,
  operations_per_day: plan.operationsPerDay ?? null,
  operations_per_month: plan.operationsPerMonth ?? null,
  ai_credits_per_month: plan.aiCreditsPerMonth ?? null,
  file_bytes: plan.fileBytes,
  merge_files: plan.mergeFiles,
  merge_bytes: plan.mergeBytes,
  concurrency: plan.concurrentJobs,
  waiting: plan.waiting,
  pending_inputs: plan.pendingInputs,
  media_seconds: plan.mediaSeconds ?? null,
  megapixels: plan.megapixels ?? null,
  archive_entries: plan.archiveEntries ?? null,
  retention_seconds: plan.retentionSeconds,
  storage_bytes: plan.storageBytes ?? null,
  upload_url_seconds: plan.uploadUrlSeconds,
  download_url_seconds: plan.downloadUrlSeconds,
  weight: weights[plan.priority]!,
  url_inputs: plan.urlInputs ?? true,
});

async function readPlans(file: string | URL): Promise<PlansTable[]> {
  try {
    const plans = check(PlansFile)(JSON.parse(await readFile(file, 'utf8')));
    return Object.entries(plans).map(([id, plan]) => makeRow(id, plan));
  } catch (error) {
    throw new Error(`the plans file cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Loads the plans file into the database, and gives waiting jobs the slots a raised limit opens. Returns the plans that
 * the file does not list and that stay because workspaces are on them.
 */
export async function loadPlans(db: Database, file: string | undefined): Promise<string[]> {
  const rows = await readPlans(file ?? new URL('./default.json', import.meta.url));
  await db.transaction().execute(async trx => {
    await trx
      .insertInto('plans')
      .values(rows)
      .onConflict(conflict =>
        conflict
          .column('id')
          .doUpdateSet(eb =>
            Object.fromEntries(
              (Object.keys(firstRow(rows)) as (keyof PlansTable)[])
                .filter(name => name !== 'id')
                .map(name => [name, eb.ref(`excluded.${name}`)]),
            ),
          ),
      )
      .execute();
    // A plan dropped from the file stays while a workspace is on it.
    await trx
      .deleteFrom('plans')
      .where(
        'id',
        'not in',
        rows.map(each => each.id),
      )
      .where(eb =>
        eb.not(eb.exists(eb.selectFrom('workspaces').whereRef('plan_id', '=', 'plans.id').select('id'))),
      )
      .execute();
  });
  await sql`select job_fill()`.execute(db);
  const plans = await db.selectFrom('plans').select('id').orderBy('id').execute();
  return plans.map(({ id }) => id).filter(id => !rows.some(row => row.id === id));
}

/** Finds the preferred plan, or in its absence the one with API access and the highest limits. */
export async function findDefaultPlan(db: Database, preferred: string): Promise<string> {
  const { id } = await db
    .selectFrom('plans')
    .select('id')
    .orderBy(eb => eb('id', '=', preferred), 'desc')
    .orderBy('api_access', 'desc')
    .orderBy('concurrency', 'desc')
    .orderBy('file_bytes', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}
