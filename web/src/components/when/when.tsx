import { useSyncExternalStore } from 'react';
import { formatExactly, formatWhen } from '../../wording/figures.ts';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all times on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 10_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A relative time, with the exact one on hover. */
export function When({ time }: { time: string }) {
  const current = useSyncExternalStore(subscribe, () => now);
  // A recent event may be later than the timer's last tick.
  const shown = formatWhen(time, Math.max(current, Math.min(Date.parse(time), Date.now())));
  return (
    <time dateTime={time} title={formatExactly(time)}>
      {shown}
    </time>
  );
}
