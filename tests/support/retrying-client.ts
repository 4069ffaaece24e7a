import { setTimeout as sleep } from 'node:timers/promises';
import type { CreatedJob, Job } from '../../src/contract/schemas/job.ts';

/** A client that follows the contract: it repeats safe requests until they are answered. */
export class RetryingClient {
  readonly base: string;
  readonly key: string;
  giveUpAt = Number.POSITIVE_INFINITY;

  constructor(url: string, key: string) {
    this.base = `${url}/api/public`;
    this.key = key;
  }

  async #until<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      try {
        const answer = await attempt();
        if (answer !== undefined) return answer;
      } catch (error) {
        // Refused, reset or cut off: the service is being killed. Anything else fails the test.
        if (
          !(error instanceof TypeError) &&
          (error as Error).name !== 'SyntaxError' &&
          (error as Error).name !== 'TimeoutError'
        )
          throw error;
      }
      if (Date.now() > this.giveUpAt) throw new Error(`gave up: ${what}`);
      await sleep(100 + Math.random() * 200);
    }
  }

  /** The service answers only 503 while something is unavailable; a store may answer in other ways. */
  #isBusy({ status, url }: Response): boolean {
    return status === 503 || (status >= 500 && !url.startsWith(this.base));
  }

  /** Sends a request until it is answered; throws for an error response. */
  send<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    return this.#until(`${method} ${path}`, async () => {
      const response = await fetch(this.base + path, {
        method,
        signal: AbortSignal.timeout(20_000),
        headers: {
          authorization: `Bearer ${this.key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (response.status === 503) return undefined;
      const answer = (await response.json()) as T;
      if (response.status >= 300)
        throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
      return answer;
    });
  }

  create(path: '/jobs' | '/merge', body: unknown, idempotencyKey: string): Promise<CreatedJob> {
    return this.send('POST', path, body, { 'idempotency-key': idempotencyKey });
  }

  /** Sends file and options in one request, and returns the job's id, whatever its state. */
  submit(
    path: string,
    files: [name: string, bytes: Uint8Array<ArrayBuffer>][],
    key: string,
  ): Promise<string> {
    return this.#until(`POST ${path}`, async () => {
      const form = new FormData();
      for (const [name, bytes] of files) form.append('file', new File([bytes], name));
      const response = await fetch(`${this.base}${path}?wait=2`, {
        method: 'POST',
        body: form,
        signal: AbortSignal.timeout(20_000),
        headers: {
          authorization: `Bearer ${this.key}`,
          accept: 'application/json',
          'idempotency-key': key,
        },
      });
      if (response.status === 503) return undefined;
      const answer = (await response.json()) as { id?: string; jobId?: string };
      if (response.status >= 300 && response.status !== 422)
        throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(answer)}`);
      return answer.id ?? answer.jobId;
    });
  }

  async upload(
    url: string,
    bytes: Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<void> {
    await this.#until('upload', async () => {
      const signal = AbortSignal.timeout(20_000);
      const response = await fetch(url, { method: 'PUT', body: bytes, headers, signal });
      const text = await response.text();
      if (response.ok) return true;
      if (this.#isBusy(response)) return undefined;
      throw new Error(`upload: ${response.status} ${text}`);
    });
  }

  /**
   * A repetition after a lost response finds the job in its current state; a job that has failed meanwhile was started,
   * too.
   */
  async start(id: string): Promise<Job> {
    try {
      return await this.send<Job>('POST', `/jobs/${id}/start`);
    } catch (error) {
      const job = await this.get(id);
      if (job.status !== 'failed') throw error;
      return job;
    }
  }

  get(id: string): Promise<Job> {
    return this.send('GET', `/jobs/${id}?wait=5`);
  }

  async end(id: string): Promise<Job> {
    for (;;) {
      const job = await this.get(id);
      if (['completed', 'failed', 'canceled', 'expired'].includes(job.status)) return job;
    }
  }

  download(url: string): Promise<Uint8Array> {
    return this.#until('download', async () => {
      const response = await fetch(url, { signal: AbortSignal.timeout(20_000) });
      if (this.#isBusy(response)) return undefined;
      if (!response.ok) throw new Error(`download: ${response.status} ${await response.text()}`);
      return response.bytes();
    });
  }
}
