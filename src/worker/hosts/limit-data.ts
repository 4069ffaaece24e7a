import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { Limit } from './channel/messages.ts';

/**
 * Holds this host and every process it keeps to so many bytes each, inherited by what they start. Only from in here: root outside
 * may lack the right to set a limit of another user's process (`CAP_SYS_RESOURCE`, as in most containers).
 */
export function limitData({ dataBytes, isAlone }: Limit): void {
  const others = isAlone ? readdirSync('/proc').filter(name => /^\d+$/.test(name) && name !== '1') : [];
  for (const pid of new Set([`${process.pid}`, ...others]))
    try {
      execFileSync('/usr/bin/prlimit', ['--pid', pid, `--data=${dataBytes}:`], { stdio: 'ignore' });
    } catch {
      // One that has ended meanwhile, or a limit beyond what any job may have.
    }
}
