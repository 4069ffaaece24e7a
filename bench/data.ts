// Compares CSV to Parquet with bare DuckDB, and xlsx to CSV with bare hucre: the same work, with and without the service.
// node bench/data.ts [megabytes of CSV] [rows of xlsx] [folder that keeps the files made for it]
import { createWriteStream, existsSync, openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeCsv } from 'hucre/csv';
import { type CellValue, readXlsx, writeXlsxStream } from 'hucre/xlsx';
import { copyOptions } from '../src/engines/duckdb/parquet-write.ts';
import { exchange, finish } from './client.ts';
import { type BenchService, startService } from './service.ts';

const megabytes = Number(process.argv[2] ?? 1000);
const rows = Number(process.argv[3] ?? 200_000);
const kept = process.argv[4];
const dir = kept ?? (await mkdtemp(join(tmpdir(), 'filemill-data-')));

async function duckdb(sql: string): Promise<void> {
  // The same memory and threads as in the job; see withDatabase of the engine.
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '400MB',
    threads: '2',
    temp_directory: dir,
  });
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

/** The statement a DuckDB user would type, with column types detected from the beginning of the file. */
const bareParquet = (csv: string, options: string): Promise<void> =>
  duckdb(`COPY (SELECT * FROM read_csv('${csv}')) TO '${join(dir, 'bare.parquet')}' ${options}`);

async function csvFile(): Promise<string> {
  const path = join(dir, `${megabytes}.csv`);
  if (existsSync(path)) return path;
  await duckdb(`COPY (SELECT i AS id, 'user-' || (hash(i) % 1000000) AS name, 'person' || i || '@example.com' AS email,
    DATE '2020-01-01' + (i % 2000)::INT AS day, TIMESTAMP '2021-01-01' + to_seconds(i) AS at,
    round((hash(i * 7) % 1000000) / 100.0, 2) AS amount, i % 3 = 0 AS ok,
    'some longer text, with a comma and number ' || (hash(i * 3) % 100000) AS note
    FROM range(${megabytes * 7300}) t(i)) TO '${path}' (FORMAT csv, HEADER true)`);
  return path;
}

async function xlsxFile(): Promise<string> {
  const path = join(dir, `${rows}.xlsx`);
  if (existsSync(path)) return path;
  async function* cells(): AsyncGenerator<CellValue[]> {
    yield ['id', 'name', 'amount', 'day'];
    for (let i = 0; i < rows; i++)
      yield [
        i,
        `name ${(i * 7919) % 100_003}`,
        Math.round(i * 37.7) / 100,
        new Date(Date.UTC(2020, 0, 1 + (i % 2000))),
      ];
  }
  await pipeline(
    Readable.fromWeb(writeXlsxStream(cells(), { name: 'S' }) as WebStream<Uint8Array>),
    createWriteStream(path),
  );
  return path;
}

interface Work {
  filename: string;
  contentType: string;
  path: string;
  outputFormat: string;
  /** The same with the bare tool, by writer settings. */
  bare: Record<string, () => Promise<void>>;
}

async function uploaded(service: BenchService, work: Work): Promise<string> {
  const { filename, contentType, path, outputFormat } = work;
  const fileSize = (await stat(path)).size;
  const body = JSON.stringify({
    type: 'document-convert',
    filename,
    contentType,
    fileSize,
    options: { outputFormat },
  });
  const job = JSON.parse(
    (
      await exchange(
        'POST',
        `${service.base}/jobs`,
        { ...service.headers, 'content-type': 'application/json' },
        body,
      )
    ).toString(),
  ) as { id: string; uploadUrl: string };
  const answer = await fetch(job.uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: await openAsBlob(path),
  });
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
  return job.id;
}

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

async function compare(
  service: BenchService,
  title: string,
  work: Work,
  goal: number,
  count: number,
): Promise<string> {
  const through: number[] = [];
  const bare = Object.entries(work.bare).map(([how, run]) => ({ how, run, took: [] as number[] }));
  let peakMb = 0;
  for (let round = 0; round < count; round++) {
    const id = await uploaded(service, work);
    const watch = setInterval(() => {
      peakMb = Math.max(peakMb, service.hostMb());
    }, 500);
    through.push(await seconds(() => finish(service, id)));
    clearInterval(watch);
    for (const { run, took } of bare) took.push(await seconds(run));
  }
  const best = Math.min(...through);
  const against = bare.map(({ how, took }) => {
    const least = Math.min(...took);
    return `${(best / least).toFixed(2)} × bare${how} (${best.toFixed(2)} s against ${least.toFixed(2)})`;
  });
  return `${title}: ${against.join(', ')}; goal ≤ ${goal} ×; its host held ${peakMb.toFixed(0)} MB`;
}

const csv = await csvFile();
const xlsx = await xlsxFile();
if (process.argv[5] === 'files') process.exit();
const service = await startService();
try {
  console.log(
    await compare(
      service,
      `CSV of ${megabytes} MB to Parquet`,
      {
        filename: 'a.csv',
        contentType: 'text/csv',
        path: csv,
        outputFormat: 'parquet',
        // The service uses zstd level 1 in row groups of 100,000, without dictionaries of more than 10,000 entries.
        // DuckDB uses level 3 for zstd, and snappy by default, whose file is almost twice as large.
        bare: {
          ' zstd': () => bareParquet(csv, '(FORMAT parquet, COMPRESSION zstd)'),
          ' snappy': () => bareParquet(csv, '(FORMAT parquet)'),
          ' set as ours': () => bareParquet(csv, copyOptions()),
        },
      },
      1.15,
      megabytes > 300 ? 2 : 4,
    ),
  );
  console.log(
    await compare(
      service,
      `xlsx of ${rows} rows to CSV`,
      {
        filename: 'a.xlsx',
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        path: xlsx,
        outputFormat: 'csv',
        bare: {
          '': async () => {
            const { sheets } = await readXlsx(await readFile(xlsx));
            await writeFile(join(dir, 'bare.csv'), writeCsv(sheets[0]!.rows));
          },
        },
      },
      1.2,
      4,
    ),
  );
} finally {
  await service.stop();
  if (!kept) await rm(dir, { recursive: true, force: true });
}
