import { execFileSync } from 'node:child_process';
import { type HostileRun, report } from '../../probe-context.ts';

/** Works on for a while beside children that have ended and that it has not asked after, as honest tools do. */
const script = `import os, time
for each in range(20):
    if os.fork() == 0: os._exit(0)
time.sleep(1)`;

export const run: HostileRun<unknown> = async ({ dir }) => {
  execFileSync('/usr/bin/python3', ['-c', script]);
  return report(dir, { worked: true });
};
