import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { startBare } from './bare.ts';
import { csv, exchange, finish, ready } from './client.ts';
import type { BenchService } from './service.ts';

const callers = 8;
const repeats = 3;

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
const quantile = (values: number[], q: number) => sorted(values)[Math.floor((values.length - 1) * q)]!;

/** Measures the duration of each of `count` calls, `lanes` at a time, and the rate. */
async function drive(lanes: number, count: number, call: () => Promise<unknown>) {
  const took: number[] = [];
  let left = count;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (left-- > 0) {
        const from = performance.now();
        await call();
        took.push(performance.now() - from);
      }
    }),
  );
  return { rate: count / ((performance.now() - began) / 1000), took };
}

async function fiveCalls(service: BenchService): Promise<void> {
  const job = await finish(service, await ready(service, csv));
  await exchange('GET', job.result.downloadUrl, {});
}

const oneCall = (service: BenchService) =>
  exchange(
    'POST',
    `${service.base}/convert/json?filename=${csv.filename}`,
    { ...service.headers, 'content-type': csv.contentType },
    csv.bytes,
  );

const spread = (rates: number[]) =>
  `${quantile(rates, 0.5).toFixed(0)} a second (${rates.map(rate => rate.toFixed(0)).join(', ')})`;

/** CPU milliseconds per job, by process: on a busy machine they are more reliable than wall time. */
async function costOf(service: BenchService, count: number, call: () => Promise<unknown>) {
  const before = service.processorByPart();
  const { rate } = await drive(callers, count, call);
  const after = service.processorByPart();
  const each = (part: 'main' | 'database' | 'hosts') =>
    (((after[part] - before[part]) * 1000) / count).toFixed(2);
  // The CPU time of ended processes is not counted.
  const hosts = before.hostIds === after.hostIds ? each('hosts') : '(replaced meanwhile)';
  return {
    rate,
    cost: `main ${each('main')}, database ${each('database')}, hosts ${hosts} ms of processor a job`,
  };
}

/** Tiny jobs in five calls and in one, compared with a bare route that commits one insert. */
export async function rates(service: BenchService, count: number): Promise<string> {
  const bare = await startBare();
  try {
    const insert = () => exchange('POST', bare.url, { 'content-type': 'text/plain' }, csv.bytes);
    // Until compilation no longer matters: a service runs for days.
    await drive(callers, 3000, insert);
    await drive(callers, count, () => fiveCalls(service));
    await drive(callers, 2 * count, () => oneCall(service));
    const all: Record<'bare' | 'five' | 'one', number[]> = { bare: [], five: [], one: [] };
    const costs: string[] = [];
    for (let i = 0; i < repeats; i++) {
      all.bare.push((await drive(callers, 3000, insert)).rate);
      const five = await costOf(service, count, () => fiveCalls(service));
      const one = await costOf(service, count, () => oneCall(service));
      all.five.push(five.rate);
      all.one.push(one.rate);
      costs.push(`  five calls: ${five.cost}; one request: ${one.cost}`);
    }
    const of = (rates: number[]) => `1/${(quantile(all.bare, 0.5) / quantile(rates, 0.5)).toFixed(1)}`;
    return [
      `bare Fastify and a committed insert, ${callers} callers: ${spread(all.bare)}`,
      `tiny job by five calls: ${spread(all.five)}, ${of(all.five)} of bare; goal ≥ 1/14`,
      `tiny job by one request: ${spread(all.one)}, ${of(all.one)} of bare; goal ≥ 1/7`,
      ...costs,
    ].join('\n');
  } finally {
    await bare.stop();
  }
}

/** One tiny image at a time, in one request. */
export async function alone(service: BenchService): Promise<string> {
  const create = { width: 64, height: 48, channels: 3, background: '#777' } as const;
  const bytes = await sharp({ create }).jpeg().toBuffer();
  const call = () =>
    exchange(
      'POST',
      `${service.base}/run/image-resize?width=32&filename=a.jpg`,
      { ...service.headers, 'content-type': 'image/jpeg' },
      bytes,
    );
  await drive(1, 50, call);
  const runs: number[] = [];
  for (let i = 0; i < repeats; i++) runs.push(quantile((await drive(1, 100, call)).took, 0.5));
  return `one tiny image, one request, alone: p50 ${quantile(runs, 0.5).toFixed(1)} ms (${runs.map(ms => ms.toFixed(1)).join(', ')}); goal ≤ 10 ms`;
}

/** Measures how even the response times are under load, and whether memory stays constant. */
export async function crowd(service: BenchService, count: number): Promise<string> {
  await drive(64, count / 5, () => oneCall(service));
  const before = service.memoryMb();
  const runs: number[] = [];
  for (let i = 0; i < repeats; i++) {
    const { took } = await drive(64, count, () => oneCall(service));
    runs.push(quantile(took, 0.99) / quantile(took, 0.5));
  }
  await sleep(2000);
  return `64 callers, p99 over p50: ${quantile(runs, 0.5).toFixed(2)} × (${runs.map(x => x.toFixed(2)).join(', ')}), no errors, memory ${before.toFixed(0)} → ${service.memoryMb().toFixed(0)} MB; goal ≤ 2 ×, memory flat`;
}

if (process.argv[1] === import.meta.filename) {
  const { startService } = await import('./service.ts');
  const service = await startService();
  const count = Number(process.argv[2] ?? 500);
  try {
    await service.settled();
    console.log(await rates(service, count));
    console.log(await alone(service));
    console.log(await crowd(service, count));
  } finally {
    await service.stop();
  }
}
