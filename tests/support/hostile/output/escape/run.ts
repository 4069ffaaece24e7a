import { chmodSync, linkSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import type { RunOutput } from '../../../../../src/jobs/run.ts';
import type { HostileRun } from '../../probe-context.ts';

interface Escape {
  how: string;
  target: string;
}

const makes: Record<string, (dir: string, target: string) => Partial<RunOutput> & { path: string }> = {
  link: (dir, target) => {
    symlinkSync(target, `${dir}/out`);
    return { path: `${dir}/out` };
  },
  folderLink: (dir, target) => {
    symlinkSync(target.replace(/\/[^/]+$/, ''), `${dir}/folder`);
    return { path: `${dir}/folder/${target.split('/').at(-1)}` };
  },
  parents: (dir, target) => ({ path: `${dir}/../../../../../../../..${target}` }),
  absolute: (_dir, target) => ({ path: target }),
  hardLink: dir => {
    linkSync('/usr/bin/env', `${dir}/out`);
    return { path: `${dir}/out` };
  },
  nul: dir => ({ path: `${dir}/out\0` }),
  honest: dir => {
    writeFileSync(`${dir}/out`, 'x');
    return { path: `${dir}/out` };
  },
  closedFile: dir => {
    writeFileSync(`${dir}/out`, 'x');
    chmodSync(`${dir}/out`, 0);
    return { path: `${dir}/out` };
  },
  format: dir => {
    writeFileSync(`${dir}/out`, 'x');
    return { path: `${dir}/out`, format: 'exe' as never };
  },
  metadata: dir => {
    writeFileSync(`${dir}/out`, 'x');
    return { path: `${dir}/out`, metadata: { nested: { deep: true } } as never };
  },
  huge: dir => {
    writeFileSync(`${dir}/out`, '');
    truncateSync(`${dir}/out`, 1024 ** 3);
    return { path: `${dir}/out` };
  },
  // A valid file when it is checked, and a link afterwards, switched as fast as possible.
  swap: (dir, target) => {
    writeFileSync(`${dir}/out`, 'honest');
    symlinkSync(target, `${dir}/link`);
    setInterval(() => {
      for (let times = 0; times < 1000; times++) {
        renameSync(`${dir}/out`, `${dir}/aside`);
        renameSync(`${dir}/link`, `${dir}/out`);
        renameSync(`${dir}/out`, `${dir}/link`);
        renameSync(`${dir}/aside`, `${dir}/out`);
      }
    }, 0);
    return { path: `${dir}/out` };
  },
};

/** Returns an invalid output. */
export const run: HostileRun<Escape> = async ({ options, dir }) => {
  const output = makes[options.how]!(dir, options.target);
  return { outputs: [{ filename: 'out.txt', format: 'txt', ...output }], engines: ['probe'] };
};
