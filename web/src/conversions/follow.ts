import { stageOf } from '../added-files/item.ts';
import { allItems, changeItem } from '../added-files/store.ts';
import { roomOf } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { joinPages } from './join-pages.ts';
import { startNext } from './next.ts';

/** A quick job is seen at once, a long one costs one request a second, however many there are. */
const delays = [80, 150, 250, 400, 700, 1000];
const listed = 100;

let running = false;
let round = 0;

const unfinished = () => allItems().filter(item => stageOf(item) === 'running');

/** Watches the jobs of all items until they have ended: by one list for all of them, since a browser opens few connections. */
export async function followJobs(): Promise<void> {
  round = 0;
  if (running) return;
  running = true;
  try {
    while (unfinished().length > 0) {
      await new Promise(resolve => setTimeout(resolve, delays[Math.min(round, delays.length - 1)]));
      round += 1;
      await Promise.all([...new Set(unfinished().map(({ workspaceId }) => workspaceId))].map(look)).catch(
        () => {
          // Out of reach for now; the next round asks again.
        },
      );
    }
  } finally {
    running = false;
  }
}

async function look(workspaceId: string): Promise<void> {
  const room = roomOf(workspaceId);
  const waiting = unfinished().filter(item => item.workspaceId === workspaceId);
  const { jobs } = await room.jobs.list({ limit: listed, source: 'workspace' });
  for (const item of waiting) {
    if (item.waitsFor) {
      await joinPages(item);
      continue;
    }
    const seen = jobs.find(({ id }) => id === item.job!.id);
    // Only the job itself carries links to its files; one that is far down the list is asked for by itself.
    if (!seen || !['queued', 'processing'].includes(seen.status)) {
      const job = await room.jobs.get(item.job!.id);
      changeItem(item.id, { job });
      if (item.next && job.status === 'completed') await startNext({ ...item, job });
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
