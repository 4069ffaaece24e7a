import { setTimeout as sleep } from 'node:timers/promises';
import { csv, exchange, finish, ready } from '../client.ts';
import { type Figure, quantile } from '../report/figure.ts';
import type { Server, Work } from '../servers/server.ts';
import type { BenchService } from '../service.ts';
import { drive, type Pace } from './drive.ts';

const callers = 8;
const parts = ['main', 'database', 'hosts'] as const;

/** The smallest job in one request. */
export const tinyWork: Work = { files: [csv], startsWith: '[', filemill: 'convert/json' };

const figure = (id: string, title: string, unit: Figure['unit'], goal?: string): Figure => ({
  id,
  title,
  unit,
  ours: { name: 'Filemill', values: [] },
  others: [],
  ...(goal && { goal }),
});

async function runByFiveCalls(service: BenchService): Promise<void> {
  const job = await finish(service, await ready(service, csv));
  await exchange('GET', job.result.downloadUrl, {});
}

/** Measures the memory of all processes while nothing is asked of them. */
export async function measureIdleMemory(service: BenchService): Promise<Figure> {
  const idle = figure('idle-memory', 'memory of all processes, idle', 'MB', '≤ 250 MB');
  await sleep(5000);
  idle.ours.values.push(service.memoryMb());
  return idle;
}

/** Measures the smallest job: its rate in five calls, and its CPU time by process, in five calls and in one. */
export async function measureTinyJobs(
  service: BenchService,
  server: Server,
  { rounds, seconds }: Pace,
): Promise<Figure[]> {
  const rate = figure('five-calls', `CSV of two rows to JSON in five calls, ${callers} callers`, 'a second');
  const ways = [
    { name: 'five calls', call: () => runByFiveCalls(service) },
    { name: 'one request', call: () => server.run(tinyWork) },
  ].map(({ name, call }) => ({
    call,
    isFive: name === 'five calls',
    costs: parts.map(part =>
      figure(`cpu-${part}-${name.replace(' ', '-')}`, `CPU time of the same job in ${name}: ${part}`, 'ms'),
    ),
  }));
  for (const { call } of ways) await drive(callers, seconds / 2, call);
  for (let round = 0; round < rounds; round++)
    for (const { call, isFive, costs } of ways) {
      const before = service.processorByPart();
      const driven = await drive(callers, seconds, call);
      const after = service.processorByPart();
      if (isFive) rate.ours.values.push(driven.rate);
      // The CPU time of hosts that ended meanwhile is lost.
      for (const [index, part] of parts.entries())
        if (part !== 'hosts' || before.hostIds === after.hostIds)
          costs[index]!.ours.values.push(((after[part] - before[part]) * 1000) / driven.took.length);
    }
  return [rate, ...ways.flatMap(({ costs }) => costs)].filter(({ ours }) => ours.values.length > 0);
}

/** Measures how even the response times of 64 callers are, and the memory afterwards. */
export async function measureCrowd(
  service: BenchService,
  server: Server,
  { rounds, seconds }: Pace,
): Promise<Figure[]> {
  const evenness = figure('crowd', '64 callers: p99 of the response time over p50', '×', '≤ 2 ×');
  const memory = figure('crowd-memory', 'memory of all processes, after each round of 64 callers', 'MB');
  await drive(64, seconds, () => server.run(tinyWork));
  for (let round = 0; round < rounds; round++) {
    const { took } = await drive(64, seconds, () => server.run(tinyWork));
    evenness.ours.values.push(quantile(took, 0.99) / quantile(took, 0.5));
    memory.ours.values.push(service.memoryMb());
  }
  return [evenness, memory];
}
