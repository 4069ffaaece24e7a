import { execFileSync } from 'node:child_process';
import { type HostileRun, runInSecondThread } from '../../probe-context.ts';

/** More than any test allows, but little enough to survive if nothing stops it. */
const maxMb = 3000;

const hoards = {
  heap: () => {
    const kept: unknown[] = [];
    while (process.memoryUsage.rss() < maxMb * 1e6)
      kept.push(Array.from({ length: 1000 }, (_, index) => ({ index })));
  },
  buffers: () => {
    const kept: Buffer[] = [];
    for (let mb = 0; mb < maxMb; mb += 4) kept.push(Buffer.alloc(4 * 1024 * 1024, 1));
  },
  child: () => {
    const script = `kept = []\nwhile len(kept) < ${maxMb / 4}: kept.append(bytearray(b"x" * 4194304))`;
    execFileSync('/usr/bin/python3', ['-c', script]);
  },
  // Many processes that are each within the limit, but not together.
  family: () => {
    const sleeper = 'import time; kept = bytearray(b"x" * 80000000); time.sleep(60)';
    execFileSync('/bin/sh', ['-c', `for i in 1 2 3 4 5 6 7 8; do python3 -c '${sleeper}' & done; wait`]);
  },
  // Once the first thread of a process has ended, /proc reports nothing for the whole process.
  leaderless: () => {
    const script = `def work():\n    kept = []\n    while len(kept) < ${maxMb / 4}: kept.append(bytearray(b"x" * 4194304))`;
    execFileSync('/usr/bin/python3', ['-c', runInSecondThread(script)]);
  },
  // In one call, before any check could run.
  sudden: () => {
    const script =
      'import mmap; kept = mmap.mmap(-1, 6 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS); print("got it")';
    execFileSync('/usr/bin/python3', ['-c', script]);
  },
  touched: () => {
    const script =
      'import mmap; flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x8000; kept = mmap.mmap(-1, 3000 << 20, flags)';
    execFileSync('/usr/bin/python3', ['-c', script]);
  },
  suddenBuffer: () => void Buffer.alloc(2 ** 32 - 1),
} as const;

/** Allocates memory until something stops it. */
export const run: HostileRun<{ how: keyof typeof hoards }> = async ({ options }) => {
  hoards[options.how]();
  throw new Error('nothing stopped it');
};
