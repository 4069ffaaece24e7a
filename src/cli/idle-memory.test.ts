import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

// V8 by itself does not collect the whole heap of such a small program.
const script = `
  import { constants, PerformanceObserver } from 'node:perf_hooks';
  import { releaseMemoryWhenIdle } from '${new URL('idle-memory.ts', import.meta.url)}';
  const timer = setInterval(() => {}, 1000);
  new PerformanceObserver(list => {
    if (!list.getEntries().some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)) return;
    clearInterval(timer);
    console.log('collected');
  }).observe({ entryTypes: ['gc'] });
  releaseMemoryWhenIdle({ everyMs: 20, idleShare: 0.9 });
`;

test('everything is collected when the process is idle', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    timeout: 100_000,
  });
  expect(stdout).toBe('collected\n');
});
