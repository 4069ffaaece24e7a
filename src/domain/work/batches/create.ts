import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { newId } from '../../../contract/ids.ts';
import type { NewBatch } from '../../../contract/schemas/batch.ts';
import { firstRow } from '../../../db/first-row.ts';
import { limits } from '../../../settings/limits.ts';
import type { Caller } from '../../people/caller.ts';
import { findEarlierResource, idempotencyConflict } from '../idempotency/earlier.ts';
import { computeFingerprint } from '../idempotency/fingerprint.ts';
import { nameOwnScope } from '../jobs/create.ts';
import { type Options, splitSecret } from '../jobs/options.ts';
import { makeSettingsRow } from '../jobs/settings.ts';
import { prepareOutput, requireDifferentKeys } from '../outputs/key-templates.ts';
import { type BatchContext, checkInputs } from './check.ts';
import { listStepKeys } from './step-keys.ts';

/** Separates write-only options of the job type. A recipe has none of its own here. */
function split({ jobTypes }: BatchContext, type: string | undefined, options: Options) {
  const job = type === undefined ? undefined : jobTypes.get(type);
  return job ? splitSecret(job, options) : { shown: options, secret: undefined };
}

/** Creates a batch, or finds the one that the idempotency key made. Its jobs are created later, a few at a time. */
export async function createBatch(
  context: BatchContext,
  caller: Caller,
  request: NewBatch,
  key: string | undefined,
): Promise<{ batchId: string; replayed: boolean }> {
  const { db, secrets } = context;
  const scope = nameOwnScope(caller, 'batches');
  const print = computeFingerprint(request);
  const earlier =
    key === undefined ? undefined : await findEarlierResource(db, caller.workspaceId, { scope, key }, print);
  if (earlier !== undefined) return { batchId: earlier, replayed: true };
  const { metadata, retention_hours, output } = makeSettingsRow(caller, {
    ...(request.metadata && { metadata: request.metadata }),
    ...(request.retentionHours !== undefined && { retentionHours: request.retentionHours }),
    ...(request.output && { output: await prepareOutput(db, caller.workspaceId, request.output) }),
  });
  const checked = await checkInputs(context, caller, request);
  const filenames = checked.map(({ filename }) => filename);
  if (output) requireDifferentKeys(output.key, filenames);
  for (const { key, field } of await listStepKeys(db, caller, request.recipeId))
    requireDifferentKeys(key, filenames, field);
  const inputs = [];
  for (const [index, { file, filename, options, metadata }] of checked.entries()) {
    if (index % limits.batch.inputsAtOnce === 0) await setImmediate();
    const { shown, secret } = split(context, request.type, options);
    const sealed = secret && secrets.seal(secret).toString('base64');
    inputs.push({ ...file, filename, options: shown, secret: sealed, metadata });
  }
  const batch = {
    id: newId('batch'),
    workspace_id: caller.workspaceId,
    key_id: caller.keyId,
    source: caller.source,
    type: request.type,
    recipe_id: request.recipeId,
    options: split(context, request.type, request.options ?? {}).shown,
    metadata,
    retention_hours,
    output,
    sealed: inputs.some(({ secret }) => secret !== undefined),
  };
  const { rows } = await sql<{ outcome: 'created' | 'replayed' | 'conflict' | 'too_many'; batch_id: string }>`
    select * from batch_create(${JSON.stringify(batch)}::jsonb, ${JSON.stringify(inputs)}::jsonb, ${scope}, ${key ?? null},
      ${print}, ${limits.batch.activePerWorkspace})`.execute(db);
  const { outcome, batch_id: batchId } = firstRow(rows);
  if (outcome === 'conflict') throw idempotencyConflict();
  if (outcome === 'too_many')
    throw new ApiError('invalid_state', {
      message: `A workspace can have ${limits.batch.activePerWorkspace} batches at work; wait until one has ended.`,
    });
  return { batchId, replayed: outcome === 'replayed' };
}
