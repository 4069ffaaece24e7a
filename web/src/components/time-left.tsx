import { useInterval } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { formatRoughly } from '../wording/figures.ts';
import { strings } from '../wording/strings.ts';

/** Before this much is done, the pace says little. */
const minPercent = 5;
const minMs = 5000;

/** How long work will still take at its pace so far; nothing until that is known. */
export function TimeLeft({ since, progress }: { since: string | undefined; progress: number }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  const endsAt = useMemo(() => {
    const elapsed = since === undefined ? 0 : Date.now() - Date.parse(since);
    return progress < minPercent || elapsed < minMs
      ? undefined
      : Date.now() + (elapsed * (100 - progress)) / progress;
  }, [since, progress]);
  if (endsAt === undefined || endsAt <= now) return null;
  return <span>{strings.jobs.timeLeft(formatRoughly(endsAt - now))}</span>;
}
