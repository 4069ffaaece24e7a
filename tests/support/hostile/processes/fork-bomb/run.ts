import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { type HostileRun, onlyInSandbox, report } from '../../probe-context.ts';

// The first shell must need no further process once the bomb runs, not even for a pipe: there may be none left.
const bomb = 'bomb() { bomb | bomb & }; bomb & while :; do :; done';
const crowd = 'for i in $(seq 1000); do sleep 60 & done';

/** Children that start children. With `counting`, it starts as many as possible and reports their number. */
export const run: HostileRun<{ counting?: boolean }> = async ({ options, dir }) => {
  onlyInSandbox();
  // Node needs its threads for writing, and could start none later.
  await report(dir, {});
  spawnSync('/bin/sh', ['-c', options.counting ? crowd : bomb], { stdio: 'ignore' });
  return report(dir, { processes: readdirSync('/proc').filter(name => /^\d+$/.test(name)).length });
};
