import { execFileSync } from 'node:child_process';
import { type HostileRun, report } from '../../probe-context.ts';

/** Keeps working for a while next to zombie children, as well-behaved tools sometimes do. */
const script = `import os, time
for each in range(20):
    if os.fork() == 0: os._exit(0)
time.sleep(1)`;

export const run: HostileRun<unknown> = async ({ dir }) => {
  execFileSync('/usr/bin/python3', ['-c', script]);
  return report(dir, { worked: true });
};
