import { useEffect, useState } from 'react';
import { workspaceApi } from '../../api/client.ts';
import { formatClock } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';
import classes from './live-text.module.css';

interface LiveSentence {
  start: number;
  text: string;
}

/** The last sentences are enough to follow a long recording. */
const shown = 4;

/** The transcript of a recording while it is being made. */
export function LiveText({ workspaceId, jobId }: { workspaceId: string; jobId: string }) {
  const [liveText, setHeard] = useState<LiveSentence[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const listen = async () => {
      for await (const news of workspaceApi(workspaceId).jobs.follow(jobId, { signal: controller.signal })) {
        if (news.event !== 'partial') continue;
        const { start, text } = news;
        // A repeated attempt sends its text from the beginning.
        setHeard(before => [...before.filter(each => each.start < start), { start, text }].slice(-shown));
      }
    };
    listen().catch(() => {
      // Only a preview: the complete text is in the result.
    });
    return () => controller.abort();
  }, [workspaceId, jobId]);
  if (liveText.length === 0) return null;
  return (
    <div className={classes.liveText} role="log" aria-label={strings.job.liveText}>
      {liveText.map(({ start, text }) => (
        <p key={start} dir="auto">
          <span>{formatClock(start)}</span> {text}
        </p>
      ))}
    </div>
  );
}
