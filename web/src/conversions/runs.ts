import type { RecipeRun } from '@filemill/client';
import { type Item, nameInput } from '../added-files/item.ts';
import { changeItem } from '../added-files/store.ts';
import { workspaceApi } from '../api/client.ts';
import { runHasEnded } from '../api/runs.ts';
import { strings } from '../wording/strings.ts';

const listed = 100;

/** Summarises a run for a row: "Step 2 of 3". */
function summariseRun({ id, steps }: RecipeRun): NonNullable<Item['run']> {
  const done = steps.filter(({ status }) => status === 'completed').length;
  const parts = steps.reduce(
    (sum, { status, progress }) => sum + (status === 'completed' ? 100 : progress),
    0,
  );
  return {
    id,
    step: Math.min(done + 1, steps.length),
    steps: steps.length,
    progress: Math.floor(parts / Math.max(1, steps.length)),
  };
}

export async function startRun(item: Item, idempotencyKey: string): Promise<void> {
  const { recipes } = workspaceApi(item.workspaceId);
  const run = await recipes.run(item.recipe!.id, nameInput(item), { idempotencyKey });
  changeItem(item.id, {
    run: summariseRun(run),
    startKey: undefined,
    problem: undefined,
    refused: undefined,
  });
}

/** Follows the runs of items with one list request for all of them. At its end, a run is replaced by its last job. */
export async function followRuns(workspaceId: string, items: Item[]): Promise<void> {
  const waiting = items.filter(({ run }) => run);
  if (waiting.length === 0) return;
  const api = workspaceApi(workspaceId);
  const { runs } = await api.runs.list({ limit: listed });
  for (const item of waiting) {
    const run = runs.find(({ id }) => id === item.run!.id) ?? (await api.runs.get(item.run!.id));
    if (!runHasEnded(run)) {
      changeItem(item.id, { run: summariseRun(run) }, { passing: true });
      continue;
    }
    const last = run.steps.find(({ failure }) => failure) ?? run.steps.findLast(({ jobId }) => jobId);
    changeItem(item.id, {
      run: undefined,
      // A run that was canceled before its first step has no job.
      ...(last?.jobId
        ? { job: await api.jobs.get(last.jobId) }
        : { problem: strings.convert.state.canceled }),
    });
  }
}
