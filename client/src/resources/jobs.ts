import type {
  AnyNewJob,
  CreatedJob,
  Estimate,
  Job,
  JobQuery,
  JobStatus,
  ListedJob,
  NewJob,
  NewMerge,
  PublicPaths,
  ResultFile,
} from '../api/types.ts';
import type { Api, CallOptions, WriteOptions } from '../core/api.ts';
import { FilemillError, JobFailedError } from '../core/errors.ts';
import { type PageQuery, walkPages } from '../core/pages.ts';
import { type Download, openDownload } from '../transfers/download.ts';
import { follow } from './follow.ts';

/** The progress of a job. */
export interface JobState {
  id: string;
  status: JobStatus;
  progress: number;
}

/** A part of the transcript while speech is being recognised. Times are in seconds. */
export interface PartialText {
  id: string;
  start: number;
  end: number;
  text: string;
}

export type JobNews = ({ event: 'status' | 'progress' } & JobState) | ({ event: 'partial' } & PartialText);

export interface WaitOptions extends CallOptions {
  onState?: ((state: JobState) => void) | undefined;
  onPartialText?: ((text: PartialText) => void) | undefined;
  /** Starts the job if it is still pending, so that a refused `autoStart` throws instead of being waited for. */
  startIfPending?: boolean | undefined;
}

const ended = new Set<string>(['completed', 'failed', 'canceled', 'expired']);
export const hasEnded = (status: string): boolean => ended.has(status);

/** Jobs: requests to turn files into other files. */
export class Jobs {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  /**
   * Creates a job. Upload its file to its `uploadUrl`, or each of several `files` to its address in `uploads`, then start it,
   * unless it has `autoStart`.
   */
  create(job: NewJob | AnyNewJob, { signal, idempotencyKey }: WriteOptions = {}): Promise<CreatedJob> {
    return this.#api.post('/jobs', {
      body: job as NewJob,
      signal,
      idempotencyKey: idempotencyKey ?? true,
    });
  }

  /** Creates a job that merges PDFs in the order given. Upload to each of its `uploads`, then start it, unless it has `autoStart`. */
  createMerge(merge: NewMerge, { signal, idempotencyKey }: WriteOptions = {}): Promise<CreatedJob> {
    return this.#api.post('/merge', { body: merge, signal, idempotencyKey: idempotencyKey ?? true });
  }

  /** Says what a job would take, without creating it. */
  estimate(job: NewJob | AnyNewJob, { signal }: CallOptions = {}): Promise<Estimate> {
    return this.#api.post('/jobs/estimate', { body: job as NewJob, signal, repeatable: true });
  }

  /** `wait`: how many seconds to wait for its end, at most 60. */
  get(id: string, { wait, signal }: CallOptions & { wait?: number } = {}): Promise<Job> {
    return this.#api.get('/jobs/{id}', {
      path: { id },
      query: { wait },
      signal,
      timeoutMs: ((wait ?? 0) + 60) * 1000,
    });
  }

  list<Q extends JobQuery>(query?: Q, { signal }: CallOptions = {}) {
    return this.#api.get('/jobs', { ...(query && { query }), signal });
  }

  /** Iterates over all jobs, newest first. */
  each<Q extends JobQuery>(query?: Q, options: CallOptions = {}): AsyncGenerator<ListedJob> {
    return walkPages(
      page => this.list({ ...query, ...page }, options),
      page => page.jobs,
      query?.limit,
    );
  }

  /** Lists the outputs of a completed job by page; the job itself shows the first hundred. */
  files(id: string, query: PageQuery = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/jobs/{id}/files', { path: { id }, query, signal });
  }

  eachFile(id: string, options: CallOptions = {}): AsyncGenerator<ResultFile> {
    return walkPages(
      query => this.files(id, query, options),
      page => page.files,
    );
  }

  start(id: string, { signal }: CallOptions = {}): Promise<Job> {
    return this.#api.post('/jobs/{id}/start', { path: { id }, signal, repeatable: true });
  }

  cancel(id: string, { signal }: CallOptions = {}): Promise<Job> {
    return this.#api.post('/jobs/{id}/cancel', { path: { id }, signal });
  }

  /** Renews the download URLs of a completed job. */
  refreshUrls(id: string, { signal }: CallOptions = {}): Promise<Job> {
    return this.#api.post('/jobs/{id}/refresh-url', { path: { id }, signal, repeatable: true });
  }

  /** Erases the job and its files now. */
  delete(id: string, { signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.delete('/jobs/{id}', { path: { id }, signal });
  }

  /** Follows a job until it has ended, including partial text while speech is being recognised. */
  async *follow(id: string, { signal }: CallOptions = {}): AsyncGenerator<JobNews> {
    const news = follow({
      open: headers => this.#api.stream('/jobs/{id}/events', { path: { id }, signal, headers }),
      poll: wait => this.get(id, { wait, signal }),
      hasEnded,
      retry: this.#api.transport.retry,
      signal,
    });
    for await (const { event, data } of news) {
      if (event === 'partial') yield { event, ...(data as PartialText) };
      else if (event === 'status' || event === 'progress') {
        const { id, status, progress } = data as JobState;
        yield { event, id, status, progress };
      }
    }
  }

  /** Waits until the job has ended, successfully or not. */
  async wait(id: string, { signal, onState, onPartialText, startIfPending }: WaitOptions = {}): Promise<Job> {
    for await (const { event, ...data } of this.follow(id, { signal })) {
      if (event === 'partial') onPartialText?.(data as PartialText);
      else {
        const state = data as JobState;
        onState?.(state);
        if (startIfPending && state.status === 'pending') await this.start(id, { signal });
      }
    }
    return this.get(id, { signal });
  }

  /** Waits until the job is completed; throws JobFailedError when it failed. */
  async waitForResult(id: string, options: WaitOptions = {}): Promise<Job> {
    return requireCompleted(await this.wait(id, options));
  }

  /** Downloads one output of a completed job, by default the first. An expired URL is renewed. */
  download(
    job: Job | string,
    { index = 0, signal }: CallOptions & { index?: number } = {},
  ): Promise<Download> {
    const id = typeof job === 'string' ? job : job.id;
    const addressIn = ({ result }: Job) => result?.files.find(file => file.index === index)?.downloadUrl;
    return openDownload(this.#api.transport, {
      url: typeof job === 'string' ? undefined : addressIn(job),
      refresh: async () => {
        const url =
          addressIn(await this.refreshUrls(id, { signal })) ?? (await this.#findAddress(id, index, signal));
        if (url === undefined)
          throw new FilemillError('artifact_not_found', `The job ${id} has no output ${index}.`, {
            status: 404,
          });
        return url;
      },
      signal,
    });
  }
  /** Finds one of many files; the job itself shows the first hundred. */
  async #findAddress(
    id: string,
    index: number,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    for await (const file of this.eachFile(id, { signal })) if (file.index === index) return file.downloadUrl;
    return undefined;
  }
}

export function requireCompleted(job: Job): Job {
  if (job.status === 'completed') return job;
  if (job.failure) throw new JobFailedError(job.failure, { job });
  const code = job.status === 'canceled' ? 'job_canceled' : 'job_expired';
  throw new FilemillError(code, `The job ${job.id} is ${job.status}.`);
}
