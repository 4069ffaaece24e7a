import type { JobType } from '@filemill/client';
import { findItemHint } from '../added-files/choose.ts';
import { type Item, isStartable } from '../added-files/item.ts';
import { nameInputs } from '../added-files/parts.ts';
import { saveItem } from '../added-files/saved.ts';
import { changeItem, findItem } from '../added-files/store.ts';
import { findTarget } from '../added-files/targets.ts';
import { workspaceApi } from '../api/client.ts';
import { jobTypesQuery } from '../api/job-types.ts';
import { ensureStarted } from '../api/jobs.ts';
import { describeProblem, findRefusedOption, isProblem, isUnreachable } from '../api/problem.ts';
import { queryClient } from '../api/query-client.ts';
import { describeMessage } from '../wording/options.ts';
import { followJobs } from './follow.ts';
import { startRun } from './runs.ts';

/** Items whose job is being created, so that a second click does not create another. */
const starting = new Set<string>();

/** Starts all items that can be started. A refusal is shown in the item's row. */
export async function startItems(items: Item[], jobTypes: JobType[]): Promise<void> {
  await Promise.all(
    items
      .filter(item => isStartable(item) && !starting.has(item.id))
      .map(async item => {
        starting.add(item.id);
        await startItem(item, jobTypes).finally(() => starting.delete(item.id));
      }),
  );
}

/** Saves the key of the request that starts an item, before the request is sent. */
async function keepStartKey(item: Item): Promise<string> {
  const startKey = item.startKey ?? crypto.randomUUID();
  changeItem(item.id, { startKey }, { passing: true });
  await saveItem({ ...item, startKey });
  return startKey;
}

/** Repeats the requests that a reload or an outage interrupted. Those that had arrived find what they made the first time. */
export async function resumeStarts(items: Item[]): Promise<void> {
  for (const item of items.filter(({ startKey }) => startKey !== undefined))
    await startItems([item], await queryClient.ensureQueryData(jobTypesQuery(item.workspaceId)));
}

async function startItem(item: Item, jobTypes: JobType[]): Promise<void> {
  if (item.recipe) return startRecipe(item);
  const target = findTarget(item.target, item.format, jobTypes);
  if (!target || findItemHint(item, target)) return;
  const { jobs } = workspaceApi(item.workspaceId);
  const idempotencyKey = await keepStartKey(item);
  try {
    const created = await jobs.create(
      {
        type: target.jobType.id,
        ...nameInputs(item, target.jobType),
        options: { ...target.options, ...item.options },
        autoStart: true,
        ...(item.reuse && { reuse: true }),
      },
      { idempotencyKey },
    );
    const job = await ensureStarted(item.workspaceId, created);
    changeItem(item.id, { job, startKey: undefined, problem: undefined, refused: undefined });
    followJobs();
  } catch (error) {
    // Options that are never saved, such as passwords, are missing when the request is repeated.
    if (item.startKey !== undefined && isProblem(error) && error.code === 'idempotency_conflict')
      return changeItem(item.id, { startKey: undefined });
    const problem = describeMessage(describeProblem(error), target.jobType);
    const option = findRefusedOption(error);
    changeItem(item.id, {
      job: undefined,
      // A request whose response did not arrive may have been received.
      ...(!isUnreachable(error) && { startKey: undefined }),
      problem,
      refused: option === undefined ? undefined : { option, message: problem },
    });
  }
}

async function startRecipe(item: Item): Promise<void> {
  try {
    await startRun(item, await keepStartKey(item));
    followJobs();
  } catch (error) {
    changeItem(item.id, {
      ...(!isUnreachable(error) && { startKey: undefined }),
      problem: describeProblem(error),
    });
  }
}

/** Resets an item so that it can be converted again, with other options. */
export const prepareAgain = (id: string, options?: Record<string, unknown>): void =>
  changeItem(id, {
    job: undefined,
    // Another conversion is another request.
    startKey: undefined,
    problem: undefined,
    ...(options && { options: { ...findItem(id)?.options, ...options } }),
  });

export async function cancelItem(item: Item): Promise<void> {
  if (item.run) {
    await workspaceApi(item.workspaceId).runs.cancel(item.run.id);
    return followJobs();
  }
  const job = await workspaceApi(item.workspaceId).jobs.cancel(item.job!.id);
  changeItem(item.id, { job });
}
