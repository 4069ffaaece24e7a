import { sql } from 'kysely';
import { ApiError, type QuotaKey } from '../../../contract/errors.ts';
import { isId, newId } from '../../../contract/ids.ts';
import type { JobSettings } from '../../../contract/schemas/job-settings.ts';
import type { NewRun } from '../../../contract/schemas/run.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import { limits } from '../../../settings/limits.ts';
import { throwInputGone } from '../../files/artifacts/find.ts';
import { findConnection } from '../../files/connections/connections.ts';
import { getHeldArtifactId, makeHolder } from '../../files/uploads/holder.ts';
import { quotaExceeded } from '../../metering/usage/quota.ts';
import type { Caller } from '../../people/caller.ts';
import { findEarlierResource, idempotencyConflict } from '../idempotency/earlier.ts';
import { computeFingerprint } from '../idempotency/fingerprint.ts';
import { nameOwnScope } from '../jobs/create.ts';
import { type FetchedFile, makeFetchedInput, requireUrlInputs } from '../jobs/fetched-inputs.ts';
import { simplifySettings } from '../jobs/settings.ts';
import { draftRun, type RunServices } from './draft-run.ts';
import { findRecipe, type RecipeRow } from './recipes.ts';
import { requireOneForm, resolveInput } from './run-input.ts';

interface RunOutcome {
  outcome: 'created' | 'replayed' | 'conflict' | QuotaKey;
  run_id: string;
}

export interface CreatedRun {
  runId: string;
  replayed: boolean;
}

/** Without settings the fingerprint is that of earlier versions, whose keys may still be in use. */
const computeRunPrint = (artifactId: string, settings: JobSettings): Buffer => {
  const given = simplifySettings(settings);
  return computeFingerprint(Object.keys(given).length > 0 ? { artifactId, ...given } : artifactId);
};

/** Starts a run on a file that is fetched first. Its steps' operations are counted at once. */
async function createRunByFetch(
  context: RunServices,
  caller: Caller,
  recipe: RecipeRow,
  file: FetchedFile,
  settings: JobSettings,
  key: string | undefined,
): Promise<CreatedRun> {
  const { db } = context;
  if ('url' in file) requireUrlInputs(caller);
  const scope = nameOwnScope(caller, `run:${recipe.id}:fetched`);
  const print = computeFingerprint({ ...file, ...simplifySettings(settings) });
  const earlier =
    key !== undefined && (await findEarlierResource(db, caller.workspaceId, { scope, key }, print));
  if (earlier) return { runId: earlier, replayed: true };
  const input = makeFetchedInput(context.secrets, file, 'contentType');
  const holderId = newId('job');
  const held = { id: getHeldArtifactId(holderId), format: input.format };
  const { run, rows, first } = await draftRun(context, caller, recipe, held, settings);
  const { retention_hours, delete_after_download } = run;
  const holder = { ...makeHolder(holderId, caller), retention_hours, delete_after_download };
  const said = await sql<RunOutcome>`
    select * from run_create(${JSON.stringify(run)}::jsonb, ${JSON.stringify(rows)}::jsonb, ${JSON.stringify(first)}::jsonb,
      ${scope}, ${key ?? null}, ${print}, ${JSON.stringify(holder)}::jsonb, ${JSON.stringify({ index: 0, ...input })}::jsonb,
      make_interval(hours => ${limits.neverStartedHours}))`
    .execute(db)
    .then(({ rows: [row] }) => row!)
    .catch((error: { code?: string; message: string }): RunOutcome => {
      if (error.code !== 'FM001') throw error;
      return { outcome: error.message as QuotaKey, run_id: '' };
    });
  return readRunOutcome(context.db, caller, said);
}

async function readRunOutcome(
  db: Database,
  caller: Caller,
  { outcome, run_id: runId }: RunOutcome,
): Promise<CreatedRun> {
  if (outcome === 'created' || outcome === 'replayed') return { runId, replayed: outcome === 'replayed' };
  if (outcome === 'conflict') throw idempotencyConflict();
  throw await quotaExceeded(db, caller.workspaceId, outcome);
}

/** Creates a run with its first step queued, unless an earlier request with its idempotency key did. */
export async function saveRun(
  db: Database,
  caller: Caller,
  { run, rows, first }: Awaited<ReturnType<typeof draftRun>>,
  idempotency?: { scope: string; key: string | undefined; print: Buffer },
): Promise<CreatedRun> {
  const result = await sql<RunOutcome>`
    select * from run_create(${JSON.stringify(run)}::jsonb, ${JSON.stringify(rows)}::jsonb, ${JSON.stringify(first)}::jsonb,
      ${idempotency?.scope ?? null}, ${idempotency?.key ?? null}, ${idempotency?.print ?? null})
  `
    .execute(db)
    .catch(throwInputGone);
  return readRunOutcome(db, caller, firstRow(result.rows));
}

/** Starts a run: its first step is queued and every step's operation counted, in one transaction. */
export async function createRun(
  context: RunServices,
  caller: Caller,
  recipeId: string,
  request: NewRun,
  idempotencyKey: string | undefined,
): Promise<CreatedRun> {
  const { db } = context;
  const recipe = await findRecipe(db, caller.workspaceId, recipeId);
  const {
    inputArtifactId: named,
    inputJobId: _,
    inputOutputIndex: __,
    inputUrl: url,
    input: connected,
    filename,
    contentType,
    ...settings
  } = request;
  requireOneForm(request);
  const place =
    url === undefined
      ? connected && {
          connectionId: (await findConnection(db, caller.workspaceId, connected.connection)).id,
          key: connected.key,
        }
      : { url };
  if (place)
    return createRunByFetch(
      context,
      caller,
      recipe,
      {
        ...place,
        ...(filename !== undefined && { filename }),
        ...(contentType !== undefined && { contentType }),
      },
      settings,
      idempotencyKey,
    );
  const nameScope = (artifactId: string) => nameOwnScope(caller, `run:${recipe.id}:${artifactId}`);
  const findEarlierRun = async (artifactId: string): Promise<CreatedRun | undefined> => {
    if (idempotencyKey === undefined) return undefined;
    const scope = { scope: nameScope(artifactId), key: idempotencyKey };
    const runId = await findEarlierResource(
      db,
      caller.workspaceId,
      scope,
      computeRunPrint(artifactId, settings),
    );
    return runId === undefined ? undefined : { runId, replayed: true };
  };
  const sameName = named !== undefined && isId('artifact', named) && (await findEarlierRun(named));
  if (sameName) return sameName;
  const input = await resolveInput(db, caller, request);
  const sameOutput = named === undefined && (await findEarlierRun(input.id));
  if (sameOutput) return sameOutput;
  const draft = await draftRun(context, caller, recipe, input, settings);
  return saveRun(db, caller, draft, {
    scope: nameScope(input.id),
    key: idempotencyKey,
    print: computeRunPrint(input.id, settings),
  });
}

export async function cancelRun(db: Database, workspaceId: string, id: string): Promise<void> {
  if (!isId('run', id)) throw new ApiError('run_not_found');
  const { rows } = await sql<{
    outcome: 'canceled' | 'ended' | 'gone';
  }>`select run_cancel(${workspaceId}, ${id}) as outcome`.execute(db);
  const { outcome } = firstRow(rows);
  if (outcome === 'gone') throw new ApiError('run_not_found');
  if (outcome === 'ended')
    throw new ApiError('invalid_state', {
      message: 'The run has ended; only one that has not can be canceled.',
    });
}
