import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { startCommand } from './start-command.ts';

/** The pause before a process that ended is started again. */
const pauseMs = 1000;

function startApi(port: number): ChildProcess {
  const { METRICS_PORT: _, ...env } = process.env;
  return startCommand(['serve', '--beside'], { ...env, ROLE: 'api', PORT: String(port) });
}

/**
 * Keeps `count` further API processes running beside this one. All listen on its port, and the kernel distributes
 * connections among them. Returns a function that ends them.
 */
export function startMoreProcesses(count: number, port: number, log: FastifyBaseLogger): () => Promise<void> {
  const running = new Set<ChildProcess>();
  let stopping = false;
  const keepOne = async (): Promise<void> => {
    while (!stopping) {
      const child = startApi(port);
      running.add(child);
      const [why] = await Promise.allSettled([once(child, 'exit')]);
      running.delete(child);
      if (stopping) return;
      log.warn({ why }, 'an API process has ended; starting another');
      await sleep(pauseMs);
    }
  };
  const kept = Array.from({ length: count }, keepOne);
  return async () => {
    stopping = true;
    for (const child of running) child.kill('SIGTERM');
    await Promise.all(kept);
  };
}
