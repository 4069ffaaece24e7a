import { execFileSync } from 'node:child_process';
import { type HostileRun, leaderless } from '../../probe-context.ts';

/** More than any test allows, and little enough to live through where nothing stops it. */
const mostMb = 3000;

const hoards = {
  heap: () => {
    const kept: unknown[] = [];
    while (process.memoryUsage.rss() < mostMb * 1e6)
      kept.push(Array.from({ length: 1000 }, (_, index) => ({ index })));
  },
  buffers: () => {
    const kept: Buffer[] = [];
    for (let mb = 0; mb < mostMb; mb += 4) kept.push(Buffer.alloc(4 * 1024 * 1024, 1));
  },
  child: () => {
    const script = `kept = []\nwhile len(kept) < ${mostMb / 4}: kept.append(bytearray(b"x" * 4194304))`;
    execFileSync('/usr/bin/python3', ['-c', script]);
  },
  // Many that are each within the limit, and together not.
  family: () => {
    const sleeper = 'import time; kept = bytearray(b"x" * 80000000); time.sleep(60)';
    execFileSync('/bin/sh', ['-c', `for i in 1 2 3 4 5 6 7 8; do python3 -c '${sleeper}' & done; wait`]);
  },
  // The first thread of a process, which stands for all of it, answers for nothing any more once it has ended.
  leaderless: () => {
    const script = `def work():\n    kept = []\n    while len(kept) < ${mostMb / 4}: kept.append(bytearray(b"x" * 4194304))`;
    execFileSync('/usr/bin/python3', ['-c', leaderless(script)]);
  },
  // In one call, before anybody could have looked.
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

/** Takes memory until something stops it. */
export const run: HostileRun<{ how: keyof typeof hoards }> = async ({ options }) => {
  hoards[options.how]();
  throw new Error('nothing stopped it');
};
