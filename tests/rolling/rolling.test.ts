import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { CreatedJob, Job } from '../../src/contract/schemas/job.ts';
import { openDatabase, openPool } from '../../src/db/database.ts';
import { freePort } from '../chaos/fleet.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { freshDatabase } from '../support/database.ts';
import { type ServiceProcess, startProcess } from '../support/processes/service-process.ts';
import { until } from '../support/sending.ts';
import { Balancer } from './balancer.ts';

const clients = 3;

/** A caller that repeats nothing: every unsuccessful response counts as a failure. */
class Caller {
  readonly failures: string[] = [];
  readonly jobs: Job[] = [];
  /** Streams and waits that ended before their job, and were resumed. */
  resumed = 0;
  readonly #base: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#base = `${url}/api/public`;
    this.#key = key;
  }

  async #ask(
    method: string,
    url: string,
    body?: string | Buffer<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) {
    const answer = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, ...headers },
      ...(body !== undefined && { body }),
    });
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  async #json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const headers = sent === undefined ? {} : { 'content-type': 'application/json' };
    return (await this.#ask(method, this.#base + path, sent, headers)).json() as Promise<T>;
  }

  /** Follows with Server-Sent Events, from where the last stream ended. */
  async #follow(id: string): Promise<void> {
    for (let last = ''; ; this.resumed += 1) {
      const answer = await this.#ask('GET', `${this.#base}/jobs/${id}/events`, undefined, {
        ...(last && { 'last-event-id': last }),
      });
      const text = await answer.text();
      last = Array.from(text.matchAll(/^id: (.+)$/gm), ([, at]) => at!).at(-1) ?? last;
      if (/"status":"(completed|failed)"/.test(text)) return;
    }
  }

  async #wait(id: string): Promise<Job> {
    for (; ; this.resumed += 1) {
      const job = await this.#json<Job>('GET', `/jobs/${id}?wait=20`);
      if (['completed', 'failed'].includes(job.status)) return job;
    }
  }

  /** Runs jobs one after the other, followed alternately by streams and by long polls, until stopped. */
  async work(picture: Buffer<ArrayBuffer>, isOver: () => boolean): Promise<void> {
    for (let n = 0; !isOver(); n++)
      try {
        const job = await this.#json<CreatedJob>('POST', '/jobs', {
          type: 'image-resize',
          filename: 'a.png',
          contentType: 'image/png',
          fileSize: picture.length,
          options: { width: 16 },
        });
        await this.#ask('PUT', job.uploadUrl!, picture);
        await this.#json('POST', `/jobs/${job.id}/start`);
        if (n % 2 === 0) await this.#follow(job.id);
        const ended = await this.#wait(job.id);
        this.jobs.push(ended);
        const output = await this.#ask('GET', ended.result!.files[0]!.downloadUrl!);
        const { width } = await sharp(await output.bytes()).metadata();
        if (width !== 16) throw new Error(`${job.id} is ${width} wide`);
      } catch (error) {
        this.failures.push(String(error));
      }
  }
}

test('a rolling restart of 2 API and 3 worker processes under load fails no request and loses no job', async () => {
  const database = await freshDatabase();
  const dataDir = await makeDataDir();
  const ports = [await freePort(), await freePort()];
  const balancer = new Balancer(ports);
  const url = await balancer.listen();
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRET_KEY: 'k'.repeat(40),
    PUBLIC_URL: url,
    DRAIN_SECONDS: '1',
    LOG_LEVEL: 'warn',
    WORKER_CONCURRENCY: '1',
    // Without a sandbox nothing is compiled ahead: hosts are not tested here.
    SANDBOX: 'off',
  };
  const startApi = (port: number) => startProcess({ ...env, ROLE: 'api', PORT: String(port) });
  const startWorker = () => startProcess({ ...env, ROLE: 'worker' });
  const running = new Set<ServiceProcess>();
  const keep = async (starting: Promise<ServiceProcess>): Promise<ServiceProcess> => {
    const started = await starting;
    running.add(started);
    return started;
  };
  const end = async (old: ServiceProcess): Promise<void> => {
    running.delete(old);
    expect(await old.stop()).toBe(0);
  };
  const db = openDatabase(openPool(database.connection, { max: 1, onError: () => {} }));
  try {
    const apis = await Promise.all(ports.map(port => keep(startApi(port))));
    const workers = await Promise.all([1, 2, 3].map(() => keep(startWorker())));
    await until(() => ports.every(port => balancer.isReady(port)), 'both APIs');
    const key = apis.map(api => api.key).find(each => each !== undefined)!;
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const callers = Array.from({ length: clients }, () => new Caller(url, key));
    let over = false;
    const working = callers.map(caller => caller.work(picture as Buffer<ArrayBuffer>, () => over));
    const done = () => callers.reduce((sum, { jobs }) => sum + jobs.length, 0);
    /** Waits for some more jobs, so that there is load at every moment. */
    const someMore = async () => {
      const before = done();
      await until(() => done() >= before + clients, 'jobs');
    };
    for (const [n, worker] of workers.entries()) {
      await someMore();
      const api = apis[n];
      await Promise.all([
        end(worker).then(() => keep(startWorker())),
        api &&
          end(api)
            .then(() => keep(startApi(ports[n]!)))
            .then(() => until(() => balancer.isReady(ports[n]!), 'the restarted API')),
      ]);
    }
    await someMore();
    over = true;
    await Promise.all(working);

    expect(callers.flatMap(({ failures }) => failures)).toEqual([]);
    const ended = callers.flatMap(({ jobs }) => jobs);
    expect(ended.filter(({ status }) => status !== 'completed')).toEqual([]);
    const rows = await db.selectFrom('jobs').select(['id', 'status', 'failures']).execute();
    expect(new Set(rows.map(row => row.id))).toEqual(new Set(ended.map(job => job.id)));
    expect(rows.filter(({ status, failures }) => status !== 'completed' || failures > 0)).toEqual([]);
    for (const port of ports) expect(balancer.passed.get(port)).toBeGreaterThan(10);
  } finally {
    balancer.close();
    await Promise.all([...running].map(each => each.stop()));
    await db.destroy();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
