import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { type HostileRun, onlyInSandbox, report } from '../../probe-context.ts';

/** Children that make children. With `counting`, stops after a second to say how many there came to be. */
export const run: HostileRun<{ counting?: boolean }> = async ({ options, dir }) => {
  onlyInSandbox();
  const bomb = 'bomb() { bomb | bomb & }; bomb; sleep 60';
  spawnSync(
    '/bin/sh',
    ['-c', bomb],
    options.counting ? { timeout: 1000, stdio: 'ignore' } : { stdio: 'ignore' },
  );
  return report(dir, { processes: readdirSync('/proc').filter(name => /^\d+$/.test(name)).length });
};
