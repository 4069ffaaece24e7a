import { terminalStates } from '../../../contract/states.ts';
import { type Changes, readAgainMs } from '../../../queue/notices/changes.ts';

/** Waits until the job or run has ended or the time is over, and returns it as last read. `early` was read already. */
export async function waitForEnd<Row extends { status: string }>(
  changes: Changes,
  id: string,
  read: () => Promise<Row>,
  seconds: number,
  signal: AbortSignal,
  early?: { row: Row; at: number },
): Promise<Row> {
  // A monotonic time, because the clock may be set back and the caller would wait longer.
  const until = performance.now() + seconds * 1000;
  let since = early?.at ?? performance.now();
  let row = early?.row ?? (await read());
  for (;;) {
    const left = until - performance.now();
    if (terminalStates.has(row.status) || left <= 0 || signal.aborted) return row;
    await changes.waitForEnd(id, Math.min(left, readAgainMs), signal, since);
    // The position is taken before reading, so that an end during the read is not missed.
    since = performance.now();
    row = await read();
  }
}
