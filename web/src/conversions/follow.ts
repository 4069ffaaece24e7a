import { getStage } from '../added-files/item.ts';
import { allItems, changeItem } from '../added-files/store.ts';
import { workspaceApi } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { joinPages } from './join-pages.ts';
import { startNext } from './next.ts';
import { followRuns } from './runs.ts';

/** Short jobs are noticed quickly; long ones cost one request a second in total. */
const delays = [80, 150, 250, 400, 700, 1000];
const listed = 100;

let running = false;
let round = 0;

const listUnfinished = () => allItems().filter(item => getStage(item) === 'running');

/**
 * Follows the jobs of all items until they have ended, with one list request for all of them, because a browser opens
 * few connections.
 */
export async function followJobs(): Promise<void> {
  round = 0;
  if (running) return;
  running = true;
  try {
    while (listUnfinished().length > 0) {
      await new Promise(resolve => setTimeout(resolve, delays[Math.min(round, delays.length - 1)]));
      round += 1;
      await Promise.all([...new Set(listUnfinished().map(({ workspaceId }) => workspaceId))].map(look)).catch(
        () => {
          // The service is unreachable for now; the next round tries again.
        },
      );
    }
  } finally {
    running = false;
  }
}

async function look(workspaceId: string): Promise<void> {
  const api = workspaceApi(workspaceId);
  const waiting = listUnfinished().filter(item => item.workspaceId === workspaceId);
  await followRuns(workspaceId, waiting);
  const waitsForJob = waiting.filter(({ run }) => !run);
  if (waitsForJob.length === 0) return;
  const { jobs } = await api.jobs.list({ limit: listed, source: 'workspace' });
  for (const item of waitsForJob) {
    if (item.waitsFor) {
      await joinPages(item);
      continue;
    }
    const seen = jobs.find(({ id }) => id === item.job!.id);
    // Only the job itself has links to its files; a job that is not in the list is read separately.
    if (!seen || !['queued', 'processing'].includes(seen.status)) {
      const job = await api.jobs.get(item.job!.id);
      changeItem(item.id, { job });
      if (item.next?.length && job.status === 'completed') await startNext({ ...item, job });
      queryClient.invalidateQueries({ queryKey: ['jobs'] });
    } else if (seen.status !== item.job!.status || seen.progress !== item.job!.progress) {
      changeItem(
        item.id,
        { job: { ...item.job!, status: seen.status, progress: seen.progress } },
        { passing: true },
      );
    }
  }
}
