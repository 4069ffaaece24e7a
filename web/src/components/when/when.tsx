import { useSyncExternalStore } from 'react';
import { sayExactly, sayWhen } from '../../wording/figures.ts';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times on the page. */
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

/** A time as people say it, with the exact one on hover. */
export function When({ time }: { time: string }) {
  const current = useSyncExternalStore(subscribe, () => now);
  // What has just happened may lie after the clock's last turn.
  const shown = sayWhen(time, Math.max(current, Math.min(Date.parse(time), Date.now())));
  return (
    <time dateTime={time} title={sayExactly(time)}>
      {shown}
    </time>
  );
}
