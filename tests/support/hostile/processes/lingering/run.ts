import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { type HostileRun, onlyInSandbox, report } from '../../probe-context.ts';

/** Leaves a process running, detached from its parent. */
export const run: HostileRun<{ leave: boolean }> = async ({ options, dir }) => {
  onlyInSandbox();
  const before = readdirSync('/proc').filter(name => /^\d+$/.test(name)).length;
  if (options.leave)
    spawn('/bin/sh', ['-c', 'setsid sh -c "while :; do echo more >> /tmp/kept; sleep 0.01; done" & exit 0'], {
      detached: true,
      stdio: 'ignore',
    }).unref();
  await new Promise(resolve => setTimeout(resolve, 100));
  return report(dir, { pid: process.pid, processes: before, started: performance.timeOrigin });
};
