import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { openDatabase, openPool } from '../../../src/db/database.ts';
import { createSecrets } from '../../../src/domain/rows/secrets.ts';
import { startDeliverer } from '../../../src/worker/deliveries/deliverer.ts';

/** A deliverer in a separate process, to be killed. */
export async function startDelivererProcess(env: { DATABASE_URL: string; SECRET_KEY: string }) {
  const child = fork(fileURLToPath(import.meta.url), {
    env: { PATH: process.env.PATH, ...env },
    execArgv: [],
  });
  const ended = once(child, 'exit');
  await once(child, 'message');
  return {
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.send) {
  const pool = openPool({ connectionString: process.env.DATABASE_URL! }, { max: 3, onError: () => {} });
  startDeliverer({
    db: openDatabase(pool),
    secrets: createSecrets(process.env.SECRET_KEY!),
    listener: { on: () => () => {} },
    allowHosts: ['127.0.0.1'],
    log: pino({ level: 'silent' }),
    leaseSeconds: 1,
    timeoutMs: 900,
  });
  process.send('ready');
}
