import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { type HostileRun, onlyInSandbox, report } from '../../probe-context.ts';

/** Leaves a folder that is hard to remove: not accessible to its owner, and deeper than the maximum path. */
export const run: HostileRun<unknown> = async ({ dir }) => {
  onlyInSandbox();
  mkdirSync(`${dir}/closed/inner`, { recursive: true });
  writeFileSync(`${dir}/closed/inner/file`, 'x');
  chmodSync(`${dir}/closed/inner`, 0);
  chmodSync(`${dir}/closed`, 0);
  process.chdir(dir);
  const name = 'd'.repeat(200);
  for (let depth = 0; depth < 40; depth++) {
    mkdirSync(name);
    process.chdir(name);
  }
  process.chdir('/');
  return report(dir, {});
};
