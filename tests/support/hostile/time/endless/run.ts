import { spawnSync } from 'node:child_process';
import type { HostileRun } from '../../probe-context.ts';

/** Never returns. */
export const run: HostileRun<{ how: 'loop' | 'wait' | 'child' }> = async ({ options }) => {
  if (options.how === 'loop') for (;;);
  if (options.how === 'child')
    spawnSync('/bin/sh', ['-c', 'trap "" TERM INT HUP; while :; do sleep 1; done']);
  return new Promise(() => setInterval(() => {}, 1000));
};
