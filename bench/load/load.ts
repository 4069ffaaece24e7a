// Measures overload: 200 callers for a minute, then requests at a fixed rate, independent of responses, in steps up to
// the best goodput and then twice that. Run `node bench/load/load.ts [--callers-seconds N] [--seconds N]`. The requests
// are sent by a separate process on the same machine, whose CPU share is printed.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { openDatabase, openPool } from '../../src/db/database.ts';
import { embeddedConnection } from '../../src/db/embedded/embedded.ts';
import { createKey } from '../../src/domain/people/keys/keys.ts';
import { median } from '../measure.ts';
import { startService } from '../service.ts';
import type { Load, Outcome } from './sender.ts';

const { values } = parseArgs({
  options: {
    'callers-seconds': { type: 'string', default: '60' },
    /** The duration of each step. */
    seconds: { type: 'string', default: '12' },
  },
});
const seconds = Number(values.seconds);

const service = await startService();
const connection = await embeddedConnection(service.dataDir);
if (!connection) throw new Error('the database of the service was not found');
const pool = openPool(connection, { max: 1, onError: () => {} });
const db = openDatabase(pool);
/** All requests belong to one workspace: a host only serves one, and the start of hosts is not measured here. */
const { key } = await createKey(db, { plan: 'enterprise' });
await pool.end();

interface Measured extends Outcome {
  memoryMb: number;
  /** CPU milliseconds per served request, by part of the service. */
  costs: string;
}

/** Lets another process send requests, and monitors the service meanwhile. */
async function send(load: Load): Promise<Measured> {
  const sender = spawn(process.execPath, [new URL('sender.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  sender.stdin.end(JSON.stringify({ base: service.base, key, load }));
  const before = service.processorByPart();
  let memoryMb = 0;
  const watch = setInterval(() => {
    memoryMb = Math.max(memoryMb, service.memoryMb());
  }, 2000);
  let text = '';
  for await (const chunk of sender.stdout) text += chunk;
  clearInterval(watch);
  const outcome = JSON.parse(text) as Outcome;
  const after = service.processorByPart();
  const served = outcome.sent - outcome.refused - outcome.other;
  const costs = (['main', 'database', 'hosts'] as const)
    .map(part => `${part} ${(((after[part] - before[part]) / served) * 1000).toFixed(1)}`)
    .join(', ');
  return { ...outcome, memoryMb, costs };
}

function print(name: string, outcome: Measured): void {
  const { goodput, sent, refused, other, others, served, refusal, memoryMb, costs, connections } = outcome;
  const times = ({ p50, p99 }: Outcome['served']) => `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
  console.log(
    `${name}: ${goodput.toFixed(0)} served a second, ${times(served)}; ${refused} of ${sent} refused by 503 with Retry-After${refused > 0 ? ` (${times(refusal)})` : ''}, ${other} anything else${other > 0 ? ` (${JSON.stringify(others)})` : ''}; at most ${memoryMb.toFixed(0)} MB
  processor in ms: sender ${((outcome.processorSeconds / sent) * 1000).toFixed(2)} a request, service a served one: ${costs}; ${connections} connections`,
  );
}

/** Finds the best rate that can be served, in steps. */
async function findBest(from: number): Promise<number> {
  let best = 0;
  for (let rate = from; ; rate *= 1.2) {
    const step = await send({ rate, seconds });
    print(`${rate.toFixed(0)} a second`, step);
    best = Math.max(best, step.goodput);
    if (step.goodput < rate * 0.9) return best;
  }
}

try {
  await send({ callers: 8, seconds: 10 });
  const callers = await send({ callers: 200, seconds: Number(values['callers-seconds']) });
  print('200 callers', callers);
  const best = await findBest(callers.goodput * 0.6);
  const kept: number[] = [];
  // Alternating with the best rate, because the machine itself may have become slower or faster.
  for (let turn = 0; turn < 3; turn++) {
    const same = await send({ rate: best, seconds });
    print(`the best, ${best.toFixed(0)} a second`, same);
    const over = await send({ rate: best * 2, seconds });
    print(`twice the best, ${(best * 2).toFixed(0)} a second`, over);
    kept.push(over.goodput / Math.max(same.goodput, best));
  }
  const part = median(kept);
  console.log(
    `goodput kept at twice the best: ${kept.map(each => `${(each * 100).toFixed(0)} %`).join(', ')}${part < 0.9 ? '  MISSED (goal ≥ 90 %)' : ''}`,
  );
} finally {
  await service.stop();
}
