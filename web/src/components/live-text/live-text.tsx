import { useEffect, useState } from 'react';
import { roomOf } from '../../api/client.ts';
import { sayClock } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';
import classes from './live-text.module.css';

interface Heard {
  start: number;
  text: string;
}

/** Of a long recording the last sentences are enough to see that it goes well. */
const shown = 4;

/** What is said in a recording, while it is being written down. */
export function LiveText({ workspaceId, jobId }: { workspaceId: string; jobId: string }) {
  const [heard, setHeard] = useState<Heard[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const listen = async () => {
      for await (const news of roomOf(workspaceId).jobs.follow(jobId, { signal: controller.signal })) {
        if (news.event !== 'partial') continue;
        const { start, text } = news;
        // An attempt that is repeated tells its text from the beginning.
        setHeard(before => [...before.filter(each => each.start < start), { start, text }].slice(-shown));
      }
    };
    listen().catch(() => {
      // Only a foretaste: the whole text comes with the result.
    });
    return () => controller.abort();
  }, [workspaceId, jobId]);
  if (heard.length === 0) return null;
  return (
    <div className={classes.heard} role="log" aria-label={strings.job.heard}>
      {heard.map(({ start, text }) => (
        <p key={start}>
          <span>{sayClock(start)}</span> {text}
        </p>
      ))}
    </div>
  );
}
