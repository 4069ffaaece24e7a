import type { QuotaKey } from '../../../contract/errors.ts';
import { type Batch, batchInputStates } from '../../../contract/schemas/batch.ts';
import { makeZipLink } from '../../files/downloads/links.ts';
import type { Signing } from '../../files/signing.ts';
import { findReset } from '../../metering/usage/quota.ts';
import { formatTime } from '../../rows/format-time.ts';
import type { BatchRow } from './rows.ts';

const presentStatus = ({ status, counts, input_count: all }: BatchRow): Batch['status'] => {
  if (status !== 'active') return status;
  const idle = (counts.waiting ?? 0) + (counts.queued ?? 0);
  return idle === all ? 'queued' : 'running';
};

const presentBlocked = (
  quota: QuotaKey,
  { fed_at: at, storage_freed_at: freed }: BatchRow,
): NonNullable<Batch['blocked']> => ({
  code: 'quota_exceeded',
  quota,
  resetsAt: formatTime(findReset(quota, at, freed)),
});

/** Presents a batch as the contract shows it. Without `signing` it has no signed addresses. */
export function presentBatch(batch: BatchRow, signing?: Signing): Batch {
  const counts = Object.fromEntries(
    batchInputStates.map(state => [state, batch.counts[state] ?? 0]),
  ) as Batch['counts'];
  const ended = counts.completed + counts.failed + counts.canceled;
  return {
    id: batch.id,
    ...(batch.type !== null && { type: batch.type }),
    ...(batch.recipe_id !== null && { recipeId: batch.recipe_id }),
    status: presentStatus(batch),
    progress: Math.floor((100 * ended) / batch.input_count),
    options: batch.options,
    metadata: batch.metadata,
    ...(batch.retention_hours !== null && { retentionHours: batch.retention_hours }),
    ...(batch.output && { output: batch.output }),
    inputCount: batch.input_count,
    counts,
    ...(batch.blocked && { blocked: presentBlocked(batch.blocked, batch) }),
    ...(batch.status !== 'active' && {
      result: {
        fileCount: batch.file_count,
        ...(signing && batch.file_count > 0 && makeZipLink(batch.id, 'batch.zip', signing)),
      },
    }),
    createdAt: formatTime(batch.created_at),
    ...(batch.completed_at && { completedAt: formatTime(batch.completed_at) }),
  };
}
