import type { RecipeRun } from '../../../contract/schemas/run.ts';
import { terminalStates } from '../../../contract/states.ts';
import { type Changes, readAgainMs } from '../../../queue/notices/changes.ts';
import { presentRun } from './present.ts';
import type { RunRow } from './runs.ts';

interface RunState {
  id: string;
  status: RecipeRun['status'];
  /** The progress of all steps together, in percent. */
  progress: number;
  steps: Pick<RecipeRun['steps'][number], 'index' | 'status' | 'progress'>[];
}

export interface RunNews {
  id: string;
  name: 'status' | 'progress';
  data: RunState;
}

function presentState(run: RunRow): RunState {
  const { id, status, steps } = presentRun(run);
  const done = steps.reduce((sum, { progress }) => sum + progress, 0);
  return {
    id,
    status,
    progress: Math.floor(done / steps.length),
    steps: steps.map(step => ({ index: step.index, status: step.status, progress: step.progress })),
  };
}

/** Yields the changes of a run after the version `seen`, until it has ended. */
export async function* followRun(
  changes: Changes,
  runId: string,
  read: () => Promise<RunRow>,
  seen: number,
  signal: AbortSignal,
): AsyncGenerator<RunNews> {
  let told: RunState | undefined;
  while (!signal.aborted) {
    const changed = changes.waitForChange(runId, readAgainMs, signal);
    const run = await read();
    const data = presentState(run);
    if (run.version > seen && JSON.stringify(data) !== JSON.stringify(told)) {
      const name = told?.status === data.status ? 'progress' : 'status';
      told = data;
      yield { name, data, id: String(run.version) };
    }
    if (terminalStates.has(run.status)) return;
    await changed;
  }
}
