import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { start } from '../../../src/main.ts';
import { loadConfig } from '../../../src/settings/config.ts';
import { limits } from '../../../src/settings/limits.ts';

/** Job types for tests only. */
export const testJobs = fileURLToPath(new URL('../jobs', import.meta.url));

export interface WorkerProcess {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<number | null>;
}

/** Starts a worker in a separate process, with the test job types, and waits until it is ready. */
export async function startWorkerProcess(env: Record<string, string>): Promise<WorkerProcess> {
  const child = fork(fileURLToPath(import.meta.url), {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...env,
      ROLE: 'worker',
    },
    execArgv: [],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  await Promise.race([
    once(child, 'message'),
    ended.then(code => {
      throw new Error(`the worker ended with ${code} before it was ready`);
    }),
  ]);
  return { pid: child.pid!, kill: signal => child.kill(signal), ended };
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.send) {
  Object.assign(limits, JSON.parse(process.env.TEST_LIMITS ?? '{}'));
  const service = await start(
    loadConfig(process.env),
    pino({ level: process.env.TEST_LOG ?? 'silent' }),
    testJobs,
  );
  // Blocks the event loop: no heartbeat is sent and none is answered.
  process.on('SIGUSR2', () => {
    const end = performance.now() + Number(process.env.TEST_BLOCK_MS);
    while (performance.now() < end);
  });
  process.on('SIGTERM', () => service.stop().then(() => process.exit(0)));
  process.send('ready');
}
