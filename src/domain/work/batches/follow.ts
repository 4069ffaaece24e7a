import type { Batch } from '../../../contract/schemas/batch.ts';
import { terminalStates } from '../../../contract/states.ts';
import { type Changes, readAgainMs } from '../../../queue/notices/changes.ts';
import { presentBatch } from './present.ts';
import type { BatchRow } from './rows.ts';

interface BatchNews {
  id: string;
  name: 'status' | 'progress';
  data: Pick<Batch, 'id' | 'status' | 'progress' | 'counts'>;
}

/** Yields the changes of a batch after the version `seen`, until it has ended. */
export async function* followBatch(
  changes: Changes,
  batchId: string,
  read: () => Promise<BatchRow>,
  seen: number,
  signal: AbortSignal,
): AsyncGenerator<BatchNews> {
  let told: BatchNews['data'] | undefined;
  while (!signal.aborted) {
    const changed = changes.waitForChange(batchId, readAgainMs, signal);
    const batch = await read();
    const { id, status, progress, counts } = presentBatch(batch);
    const data = { id, status, progress, counts };
    if (batch.version > seen && JSON.stringify(data) !== JSON.stringify(told)) {
      const name = told?.status === status ? 'progress' : 'status';
      told = data;
      yield { name, data, id: String(batch.version) };
    }
    if (terminalStates.has(batch.status)) return;
    await changed;
  }
}
