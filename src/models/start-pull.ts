import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ModelSet } from './model.ts';
import type { PullProblem } from './pull-problem.ts';

export type PullMessage = { percent: number } | { done: true } | { problem: PullProblem };

// In the package, the program is compiled.
const program = fileURLToPath(import.meta.url).replace(/start-pull(\.[jt]s)$/, 'pull-process$1');

/**
 * Installs a model in a separate process, because unpacking and converting would block this one for seconds. Returns the
 * problem if it could not be installed.
 */
export async function pullInProcess(
  { modelsDir, set, name }: { modelsDir: string; set: ModelSet; name: string },
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<PullProblem | undefined> {
  signal.throwIfAborted();
  const child = fork(program, [modelsDir, set, name], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let problem: PullProblem | undefined = { reason: 'other', message: 'the download ended unexpectedly' };
  child.on('message', (message: PullMessage) => {
    if ('percent' in message) onPercent(message.percent);
    else problem = 'done' in message ? undefined : message.problem;
  });
  const end = () => void child.kill();
  signal.addEventListener('abort', end);
  await once(child, 'close').finally(() => signal.removeEventListener('abort', end));
  return problem;
}
