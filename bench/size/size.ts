// Measures the cost of a large history: every kind of request to a new service and to one with a million jobs,
// alternating, so that both are affected by other load. The new one has a thousand jobs, enough to fill a page of each
// list. `node bench/size/size.ts [--jobs N] [--times N] [--calls TEXT] [--keep FOLDER]`. A million jobs take about 3 GB
// of the temporary folder and some minutes; with --keep they are reused.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '../../src/db/database.ts';
import { median } from '../measure.ts';
import { type Calls, listCalls } from './calls.ts';
import { openSide } from './side.ts';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '50' },
    /** Only calls whose name contains it. */
    calls: { type: 'string', default: '' },
    keep: { type: 'string' },
  },
});
const times = Number(values.times);
const warmUp = 10;

/** Calls both sides alternately, and returns the median of each. */
async function measure(calls: [() => Promise<unknown>, () => Promise<unknown>]): Promise<[number, number]> {
  const took: [number[], number[]] = [[], []];
  for (let i = 0; i < times + warmUp; i++)
    for (const side of [0, 1] as const) {
      const began = performance.now();
      await calls[side]();
      if (i >= warmUp) took[side].push(performance.now() - began);
    }
  return [median(took[0]), median(took[1])];
}

async function compare(fresh: Calls, old: Calls): Promise<void> {
  for (const name of Object.keys(fresh).filter(each => each.includes(values.calls))) {
    const [ms, now] = await measure([fresh[name]!, old[name]!]);
    const ratio = now / ms;
    console.log(
      `${name}: ${ms.toFixed(1)} ms, with ${values.jobs} jobs ${now.toFixed(1)} ms, ${ratio.toFixed(2)} ×${ratio > 1.3 ? '  MISSED (goal ≤ 1.3 ×)' : ''}`,
    );
  }
}

/** All maintenance starts with the service and repeats only after minutes or hours. */
async function waitForUpkeep(db: Database): Promise<void> {
  const isBusy = async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and classid = 7106`.execute(
      db,
    );
    return rows.length > 0;
  };
  while (await isBusy()) await sleep(1000);
}

const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'filemill-size-')));
const fresh = await openSide(1000, join(folder, 'new'));
const old = await openSide(Number(values.jobs), join(folder, 'old'));
try {
  for (const side of [fresh, old]) await waitForUpkeep(side.db);
  await compare(await listCalls(fresh), await listCalls(old));
} finally {
  await fresh.stop();
  await old.stop();
  if (!values.keep) await rm(folder, { recursive: true, force: true });
}
