import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { Limit } from './channel/messages.ts';

/**
 * Limits the memory of this host and each of its processes to `dataBytes`; processes that they start inherit the limit. This
 * must run inside the host: root outside may lack the right to limit another user's process
 * (`CAP_SYS_RESOURCE`, as in most containers).
 */
export function limitData({ dataBytes, isAlone }: Limit): void {
  const others = isAlone ? readdirSync('/proc').filter(name => /^\d+$/.test(name) && name !== '1') : [];
  for (const pid of new Set([`${process.pid}`, ...others]))
    try {
      execFileSync('/usr/bin/prlimit', ['--pid', pid, `--data=${dataBytes}:`], { stdio: 'ignore' });
    } catch {
      // The process has ended, or the limit is above what any job may have.
    }
}
