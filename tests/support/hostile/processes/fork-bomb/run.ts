import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { type HostileRun, onlyInSandbox, report } from '../../probe-context.ts';

// The first shell must need no process once the bomb is lit, not even for the second half of a pipe: there may be none left.
const bomb = 'bomb() { bomb | bomb & }; bomb & while :; do :; done';
const crowd = 'for i in $(seq 1000); do sleep 60 & done';

/** Children that make children. With `counting`, as many as there can be, and says how many that is. */
export const run: HostileRun<{ counting?: boolean }> = async ({ options, dir }) => {
  onlyInSandbox();
  // Node needs its threads to write with, and could start none later.
  await report(dir, {});
  spawnSync('/bin/sh', ['-c', options.counting ? crowd : bomb], { stdio: 'ignore' });
  return report(dir, { processes: readdirSync('/proc').filter(name => /^\d+$/.test(name)).length });
};
