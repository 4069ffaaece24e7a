import type { CreatedJob, Job } from '../../src/contract/schemas/job.ts';
import { fetchDescribed } from './described.ts';

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface ErrorBody {
  error: string;
  code: string;
  message?: string;
  details?: { path: string; message: string }[];
  requestId: string;
  missingUploads?: number[];
  limit?: number;
  retryAfter?: number;
  quotaKey?: string;
  resetsAt?: string;
}

/** A caller with a key. Every response is checked against the service's OpenAPI document. */
export class Client {
  readonly base: string;
  readonly key: string | undefined;

  constructor(url: string, key?: string) {
    this.base = `${url}/api/public`;
    this.key = key;
  }

  async send<Body = ErrorBody>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(this.base + path, {
      method,
      headers: {
        ...(this.key && { authorization: `Bearer ${this.key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed = text === '' ? undefined : JSON.parse(text);
    (await fetchDescribed(`${this.base}/openapi.json`)).expect(method, path, response.status, parsed);
    return { status: response.status, headers: response.headers, body: parsed as Body };
  }

  get<Body = Job>(path: string): Promise<Answer<Body>> {
    return this.send<Body>('GET', path);
  }

  post<Body = Job>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Body>> {
    return this.send<Body>('POST', path, body, headers);
  }

  /** Throws unless the response is a success, for steps that a test is not about. */
  async expect<Body>(answer: Promise<Answer<Body>>): Promise<Body> {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  }

  create(job: Record<string, unknown>, headers?: Record<string, string>): Promise<CreatedJob> {
    return this.expect(this.post<CreatedJob>('/jobs', job, headers));
  }

  async upload(uploadUrl: string, bytes: Uint8Array | string): Promise<void> {
    const response = await fetch(uploadUrl, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> });
    if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
  }

  /** Creates, uploads, starts and waits for a job. */
  async run(
    file: { type: string; filename: string; contentType?: string; bytes: Uint8Array; reuse?: boolean },
    options: Record<string, unknown> = {},
  ): Promise<Job> {
    const { type, filename, contentType = 'application/octet-stream', bytes, reuse } = file;
    const fileSize = bytes.length;
    const job = await this.create({
      type,
      filename,
      contentType,
      fileSize,
      options,
      ...(reuse && { reuse }),
    });
    await this.upload(job.uploadUrl!, bytes);
    await this.expect(this.post(`/jobs/${job.id}/start`));
    return this.end(job.id);
  }

  async end(jobId: string): Promise<Job> {
    for (;;) {
      const job = await this.expect(this.get<Job>(`/jobs/${jobId}?wait=30`));
      if (['completed', 'failed', 'canceled', 'expired'].includes(job.status)) return job;
    }
  }

  async download(url: string): Promise<Uint8Array> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`download: ${response.status} ${await response.text()}`);
    return response.bytes();
  }
}
