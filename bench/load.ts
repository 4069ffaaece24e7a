// What happens when more is asked than can be done: 200 callers for a minute, then requests that come at a fixed rate whether or not
// the ones before were answered, first the rate of the best goodput, then twice that.
// node bench/load.ts [seconds of the callers]   The requests are made by a process of its own, on the same machine.
import { spawn } from 'node:child_process';
import { openDatabase, openPool } from '../src/db/database.ts';
import { embeddedConnection } from '../src/db/embedded/embedded.ts';
import { createKey } from '../src/domain/keys/keys.ts';
import type { Load, Outcome } from './load-sender.ts';
import { startService } from './service.ts';

const seconds = Number(process.argv[2] ?? 60);

const service = await startService();
const connection = await embeddedConnection(service.dataDir);
if (!connection) throw new Error('the database of the service was not found');
const pool = openPool(connection, { max: 1, onError: () => {} });
const db = openDatabase(pool);
/** Of one workspace: a host serves no other in its life, and what is measured here is not how fast hosts start. */
const { key } = await createKey(db, { plan: 'enterprise' });
await pool.end();

/** Has requests made by another process, and watches the memory of the service meanwhile. */
async function send(load: Load): Promise<Outcome & { memoryMb: number }> {
  const sender = spawn(process.execPath, [new URL('load-sender.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  sender.stdin.end(JSON.stringify({ base: service.base, key, load }));
  let memoryMb = 0;
  const watch = setInterval(() => {
    memoryMb = Math.max(memoryMb, service.memoryMb());
  }, 2000);
  let text = '';
  for await (const chunk of sender.stdout) text += chunk;
  clearInterval(watch);
  return { ...(JSON.parse(text) as Outcome), memoryMb };
}

function print(
  name: string,
  { goodput, refused, other, served, refusal, memoryMb }: Outcome & { memoryMb: number },
): void {
  const times = ({ p50, p99 }: Outcome['served']) => `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
  console.log(
    `${name}: ${goodput.toFixed(0)} served a second, ${times(served)}; ${refused} refused by 503 with Retry-After${refused > 0 ? ` (${times(refusal)})` : ''}, ${other} anything else; at most ${memoryMb.toFixed(0)} MB`,
  );
}

try {
  await send({ callers: 8, seconds: 10 });
  const callers = await send({ callers: 200, seconds });
  print('200 callers', callers);
  let best = 0;
  let rate = callers.goodput / 2;
  for (let isServed = true; isServed; rate *= 1.25) {
    const step = await send({ rate, seconds: 10 });
    print(`${rate.toFixed(0)} a second`, step);
    best = Math.max(best, step.goodput);
    isServed = step.goodput > rate * 0.85;
  }
  const over = await send({ rate: best * 2, seconds: 30 });
  print(`twice the best, ${(best * 2).toFixed(0)} a second`, over);
  const kept = over.goodput / best;
  console.log(
    `goodput kept: ${(kept * 100).toFixed(0)} % of the best${kept < 0.9 ? '  MISSED (goal ≥ 90 %)' : ''}`,
  );
} finally {
  await service.stop();
}
