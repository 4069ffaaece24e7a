// Measures the cost of the indexes for lists and metrics of a large database: the CPU time of the server for a job,
// with and without them, alternating. `node bench/size/indexes.ts --keep FOLDER` uses a copy of what bench/size/size.ts
// left in the folder.
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '../../src/db/embedded/embedded.ts';
import { median } from '../measure.ts';

const { values } = parseArgs({ options: { keep: { type: 'string' } } });
if (!values.keep) throw new Error('--keep names the folder that bench/size/size.ts was told to keep');

const names = ['jobs_by_status', 'jobs_by_type', 'jobs_under_way'];
const jobs = 1500;

const folder = await mkdtemp(join(tmpdir(), 'filemill-indexes-'));
await cp(join(values.keep, 'old'), folder, {
  recursive: true,
  filter: path => !path.includes('/database/run'),
});
const server = await startEmbedded({ dir: folder, log: { info: () => {}, warn: console.warn } });
const client = new pg.Client(server.connection);
await client.connect();

/** The CPU seconds of the connection's server process. */
async function processorSeconds(): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const facts = readFileSync(`/proc/${rows[0]!.pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(facts[11]) + Number(facts[12])) / 100;
}

let made = 0;
async function live(): Promise<void> {
  const n = made++;
  const file = { index: 0, filename: 'a.csv', content_type: 'text/csv', format: 'csv', sha256: '' };
  const job = {
    id: `job_index${n}`,
    source: 'api',
    type: 'ocr',
    options: {},
    metadata: {},
    needs: [],
    metered: false,
  };
  const inputs = [{ ...file, artifact: `art_in${n}`, file_size: 1, storage_key: `in${n}` }];
  const outputs = [{ ...file, id: `art_out${n}`, size: 1, storage_key: `out${n}`, metadata: {} }];
  await client.query('select job_submit($1, $2)', [
    JSON.stringify({ workspace_id: 'wsp_size99', job, inputs }),
    JSON.stringify({ worker: 'bench', engines: [], lease_seconds: 10 }),
  ]);
  const { rows } = await client.query(`select job_complete('wsp_size99', $1, 1, $2, null) as outcome`, [
    job.id,
    JSON.stringify({ outputs, engines: [], took_ms: 1 }),
  ]);
  if (rows[0].outcome !== 'completed') throw new Error(`a job did not end: ${rows[0].outcome}`);
}

async function measure(): Promise<number> {
  for (let n = 0; n < 200; n++) await live();
  const before = await processorSeconds();
  for (let n = 0; n < jobs; n++) await live();
  return (((await processorSeconds()) - before) / jobs) * 1000;
}

try {
  await client.query(
    `set synchronous_commit = off; set statement_timeout = 0; set maintenance_work_mem = '1GB'`,
  );
  const { rows: indexes } = await client.query<{ definition: string }>(
    'select indexdef as definition from pg_indexes where indexname = any ($1)',
    [names],
  );
  const took: { with: number[]; without: number[] } = { with: [], without: [] };
  for (let turn = 0; turn < 4; turn++) {
    took.with.push(await measure());
    for (const name of names) await client.query(`drop index ${name}`);
    took.without.push(await measure());
    for (const { definition } of indexes) await client.query(definition);
  }
  const show = (times: number[]) =>
    `${median(times).toFixed(2)} ms (${times.map(ms => ms.toFixed(2)).join(', ')})`;
  console.log(
    `processor of the server for a job's life: ${show(took.with)} with ${names.join(', ')}, ${show(took.without)} without, ${(median(took.with) / median(took.without)).toFixed(2)} ×`,
  );
} finally {
  await client.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
