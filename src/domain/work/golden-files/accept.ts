import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import type { Caller } from '../../people/caller.ts';
import { type CopyContext, copyFiles } from './copy-files.ts';
import { findGoldenFile, type GoldenRow, readHeldFiles, readResultFiles } from './rows.ts';

/** Accepts the result of the last check in place of the former one. */
export async function acceptGoldenFile(
  context: CopyContext,
  { workspaceId }: Caller,
  id: string,
): Promise<GoldenRow> {
  const { db } = context;
  const golden = await findGoldenFile(db, workspaceId, id);
  const { run_id: runId, check_status: status } = golden;
  if (runId === null || (status !== 'different' && status !== 'passed'))
    throw new ApiError('invalid_state', {
      message: 'There is no result of a check to accept. Check it first.',
    });
  const { input } = await readHeldFiles(db, golden.holder_id);
  const outputs = await readResultFiles(db, runId);
  if (outputs.length === 0)
    throw new ApiError('artifact_not_found', {
      message: 'The last check made no files, or they are no longer kept. Check it again.',
    });
  await copyFiles(context, workspaceId, input, outputs, async (trx, holderId) => {
    const { rows } = await sql<{ id: string }>`
      with before as materialized (select id, holder_id from golden_files where id = ${id} for no key update),
        accepted as (
          update golden_files g set holder_id = ${holderId}, accepted_at = clock_timestamp(),
              accepted_version = g.checked_version, accepted_engines = coalesce(g.check_engines, '[]'),
              checked_for = golden_engines(coalesce(g.check_engines, '[]')), check_status = 'passed', check_message = null
            from before where g.id = before.id and g.run_id = ${runId} and g.check_status <> 'pending'
              and g.holder_id = ${golden.holder_id}
            returning g.id)
      select accepted.id, golden_files_drop(array[before.holder_id]) from accepted join before on before.id = accepted.id`.execute(
      trx,
    );
    if (rows.length === 0)
      throw new ApiError('invalid_state', { message: 'Another check has begun. Look at its result first.' });
  });
  return findGoldenFile(db, workspaceId, id);
}
