import type { Job, JobSettings, PublicPaths } from '../api/types.ts';
import type { Api } from '../core/api.ts';
import { hasEnded, type Jobs, requireCompleted } from '../resources/jobs.ts';
import type { describeRemote, OpenInput } from '../transfers/input.ts';
import { measureProgress } from '../transfers/progress.ts';
import { upload } from '../transfers/upload.ts';
import { tellState, type Watching } from './progress.ts';
import { appendSettings } from './settings.ts';

/** The upload targets, one for each file. */
export type Address = { url: string; headers: Record<string, string>; resumableUrl?: string };

/** A file with its role, if it was given by its role. */
export interface RoleInput extends OpenInput {
  role?: string | undefined;
}

const waitSeconds = 60;
export const oneRequestMs = 10 * 60_000;

export const measureInputs = (inputs: OpenInput[]): number =>
  inputs.reduce((sum, { data }) => sum + data.size, 0);

/**
 * Creates a job from files, in one request or step by step, and returns it when completed. Throws if the job fails, and
 * cancels it if the caller aborts.
 */
export class Work {
  readonly #api: Api<PublicPaths>;
  readonly #jobs: Jobs;

  constructor(api: Api<PublicPaths>, jobs: Jobs) {
    this.#api = api;
    this.#jobs = jobs;
  }

  /**
   * A caller that reports progress or may abort gets the job at once and follows it; others get it when it has ended.
   */
  async sendInOneRequest(
    path: '/convert/{outputFormat}' | '/run/{jobType}',
    name: string,
    inputs: RoleInput[],
    options: Record<string, unknown> | undefined,
    watching: Watching & JobSettings,
    remote?: ReturnType<typeof describeRemote>,
  ): Promise<Job> {
    const { onProgress, onPartialText, signal } = watching;
    const form = new FormData();
    if (remote && 'inputUrl' in remote) form.append('inputUrl', remote.inputUrl);
    if (remote && 'input' in remote) form.append('input', JSON.stringify(remote.input));
    // Options are sent before the files, so that a wrong option is refused early.
    if (options && Object.keys(options).length > 0) form.append('options', JSON.stringify(options));
    appendSettings(form, watching);
    for (const { data, filename, contentType, role = 'file' } of inputs)
      form.append(role, data.slice(0, data.size, contentType), filename);
    const total = measureInputs(inputs);
    const tell = measureProgress(total, progress => onProgress?.({ stage: 'uploading', ...progress }));
    const follows = onProgress ?? onPartialText ?? signal;
    tell(0);
    const job = await this.#api.send<Job>(
      'POST',
      path,
      {
        path: { outputFormat: name, jobType: name },
        query: {
          wait: follows ? 0 : waitSeconds,
          ...(remote?.filename !== undefined && { filename: remote.filename }),
        },
        rawBody: form,
        headers: { accept: 'application/json' },
        idempotencyKey: true,
        timeoutMs: oneRequestMs,
        signal,
      },
      response => response.json() as Promise<Job>,
    );
    tell(total);
    tellState(onProgress, job);
    return hasEnded(job.status) ? requireCompleted(job) : this.#waitOrCancel(job.id, watching);
  }

  /** Uploads the files of a job that starts with its last file. */
  async sendInSteps(
    jobId: string,
    inputs: OpenInput[],
    addresses: Address[],
    watching: Watching,
    isFetching = false,
  ): Promise<Job> {
    const { onProgress, signal } = watching;
    const total = measureInputs(inputs);
    try {
      let before = 0;
      for (const [index, { data }] of inputs.entries()) {
        const { url, headers, resumableUrl } = addresses[index]!;
        const sent = before;
        await upload(this.#api.transport, url, data, {
          headers,
          resumableUrl,
          signal,
          onProgress: ({ loaded, bytesPerSecond }) =>
            onProgress?.({ stage: 'uploading', loaded: sent + loaded, total, bytesPerSecond }),
        });
        before += data.size;
      }
    } catch (error) {
      // No other program knows this job. Without canceling, it would wait for its file until it expires.
      await this.#jobs.cancel(jobId).catch(() => {});
      throw error;
    }
    // The job has started with its last file, unless others are still being fetched. If a quota refused that, starting it throws the
    // reason.
    return this.#waitOrCancel(jobId, watching, !isFetching);
  }

  async #waitOrCancel(
    jobId: string,
    { onProgress, onPartialText, signal }: Watching,
    startIfPending = false,
  ): Promise<Job> {
    let isPending = false;
    try {
      return await this.#jobs.waitForResult(jobId, {
        signal,
        onPartialText,
        startIfPending,
        onState: state => {
          isPending = state.status === 'pending';
          tellState(onProgress, state);
        },
      });
    } catch (error) {
      if (signal?.aborted || isPending) await this.#jobs.cancel(jobId).catch(() => {});
      throw error;
    }
  }
}
