import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';

const command = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));
/** One that cannot start is not tried again and again without a pause. */
const pauseMs = 1000;

function spawnApi(port: number): ChildProcess {
  const { METRICS_PORT: _, ...env } = process.env;
  return spawn(process.execPath, [command, 'serve', '--beside'], {
    env: { ...env, ROLE: 'api', PORT: String(port) },
    // The channel tells it when we are gone.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/**
 * Keeps so many further processes of the API beside this one. They share its port: the kernel deals connections out among
 * those that listen on it. Returns how to end them.
 */
export function startMoreProcesses(count: number, port: number, log: FastifyBaseLogger): () => Promise<void> {
  const stopping = new AbortController();
  const keepOne = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const child = spawnApi(port);
      const end = () => child.kill('SIGTERM');
      stopping.signal.addEventListener('abort', end);
      const [code, signal] = await once(child, 'exit');
      stopping.signal.removeEventListener('abort', end);
      if (stopping.signal.aborted) return;
      log.warn({ code, signal }, 'a process of the API has ended; starting another');
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const kept = Array.from({ length: count }, keepOne);
  return async () => {
    stopping.abort();
    await Promise.all(kept);
  };
}
