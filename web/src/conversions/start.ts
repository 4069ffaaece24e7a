import type { JobType } from '@filemill/client';
import { type Item, isStartable } from '../added-files/item.ts';
import { changeItem, findItem } from '../added-files/store.ts';
import { findTarget } from '../added-files/targets.ts';
import { roomOf } from '../api/client.ts';
import { sayProblem } from '../api/problem.ts';
import { followJobs } from './follow.ts';

/** Starts what can be started. What the service refuses says so at its row. */
export async function startItems(items: Item[], jobTypes: JobType[]): Promise<void> {
  await Promise.all(items.filter(isStartable).map(item => startItem(item, jobTypes)));
}

async function startItem(item: Item, jobTypes: JobType[]): Promise<void> {
  const target = findTarget(item.target, item.format, jobTypes);
  if (!target || !item.upload.artifactId) return;
  const { jobs } = roomOf(item.workspaceId);
  try {
    const created = await jobs.create({
      type: target.jobType.id,
      inputArtifactId: item.upload.artifactId,
      options: { ...target.options, ...item.options },
    });
    changeItem(item.id, { job: created, problem: undefined });
    const job = await jobs.start(created.id);
    changeItem(item.id, { job });
    followJobs();
  } catch (error) {
    changeItem(item.id, { job: undefined, problem: sayProblem(error) });
  }
}

/** The same file once more, with other options. */
export const prepareAgain = (id: string, options?: Record<string, unknown>): void =>
  changeItem(id, {
    job: undefined,
    problem: undefined,
    ...(options && { options: { ...findItem(id)?.options, ...options } }),
  });

export async function cancelItem(item: Item): Promise<void> {
  const job = await roomOf(item.workspaceId).jobs.cancel(item.job!.id);
  changeItem(item.id, { job });
}
