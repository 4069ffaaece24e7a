import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Pace {
  everyMs?: number;
  /** A process is idle while it uses less than this share of one core. */
  idleShare?: number;
}

/** A collection takes CPU time, so it must be worth it: the heap has grown by this factor since the last one. */
const growth = 1.4;

/**
 * Collects the heap once the process is idle, at start and after each busy time. V8 alone keeps what the busiest moment needed:
 * after the start, 128 MB for new objects. Returns a function that ends this.
 */
export function releaseMemoryWhenIdle({ everyMs = 2000, idleShare = 0.1 }: Pace = {}): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (how: object) => void;
  let used = process.cpuUsage();
  let collectedTo = 0;
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(used);
    used = process.cpuUsage();
    const isIdle = (user + system) / 1000 < idleShare * everyMs;
    if (!isIdle || getHeapStatistics().total_heap_size < growth * collectedTo) return;
    // A plain collection keeps a sixth more.
    collect({ type: 'major', flavor: 'last-resort' });
    collectedTo = getHeapStatistics().total_heap_size;
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
