import { type HostileRun, report } from '../../probe-context.ts';

/** Crashes its host. */
export const run: HostileRun<{ how: string }> = async ({ options, dir }) => {
  if (options.how === 'abort') process.abort();
  if (options.how === 'segfault') process.kill(process.pid, 'SIGSEGV');
  if (options.how === 'exit') process.exit(0);
  if (options.how === 'kill') process.kill(process.pid, 'SIGKILL');
  if (options.how === 'init') process.kill(1, 'SIGKILL');
  if (options.how === 'throw')
    setTimeout(() => {
      throw new Error('thrown where nobody catches');
    }, 0);
  await new Promise(resolve => setTimeout(resolve, 500));
  return report(dir, { survived: true });
};
