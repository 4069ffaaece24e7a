import type { components } from '../api/public.ts';
import type { Job, RecipeRun } from '../api/types.ts';

type Envelope = components['schemas']['Error'];

/** Codes of this client: no response arrived, or one that the API does not describe. */
export type ClientCode =
  | 'connection_failed'
  | 'unexpected_answer'
  | 'job_canceled'
  | 'job_expired'
  | 'run_canceled'
  | 'invalid_input';

/** All current codes; a newer server may have others. */
export type ErrorCode = Envelope['code'] | ClientCode | 'processing_failed' | (string & {});

export interface ErrorFacts extends Partial<Omit<Envelope, 'code' | 'error' | 'message'>> {
  status?: number;
  cause?: unknown;
}

/** The error of every call that fails. Decide by `code`; `message` is for people. */
export class FilemillError extends Error {
  readonly code: ErrorCode;
  /** The HTTP status; 0 if no response arrived. */
  readonly status: number;
  readonly details: { path: string; message: string }[];
  readonly requestId: string | undefined;
  /** Seconds to wait, for `rate_limited` and `unavailable`. */
  readonly retryAfter: number | undefined;
  readonly quotaKey: Envelope['quotaKey'];
  readonly resetsAt: string | undefined;
  readonly limit: number | undefined;
  readonly missingUploads: number[] | undefined;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'FilemillError';
    this.code = code;
    this.status = facts.status ?? 0;
    this.details = facts.details ?? [];
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
    this.quotaKey = facts.quotaKey;
    this.resetsAt = facts.resetsAt;
    this.limit = facts.limit;
    this.missingUploads = facts.missingUploads;
  }
}

/** The reason why a job failed, as reported by the service. An unknown `code` or `reason` is passed on unchanged. */
export interface Failure {
  code: string;
  diagnosticId: string;
  reason?: string;
  option?: string;
  message?: string;
}

/** The job, or a step of the run, was accepted but failed. Give `diagnosticId` to support. */
export class JobFailedError extends FilemillError {
  readonly failure: Failure;
  readonly diagnosticId: string;
  readonly jobId: string | undefined;
  readonly job: Job | undefined;
  readonly run: RecipeRun | undefined;

  constructor(
    failure: Failure,
    about: {
      jobId?: string | undefined;
      job?: Job;
      run?: RecipeRun;
      status?: number;
      requestId?: string | undefined;
    },
  ) {
    const { code, diagnosticId, reason, message } = failure;
    super(
      code,
      message ?? `Processing failed${reason ? `: ${reason.replaceAll('_', ' ')}` : ''} (${diagnosticId}).`,
      {
        ...(about.status !== undefined && { status: about.status }),
        ...(about.requestId !== undefined && { requestId: about.requestId }),
      },
    );
    this.name = 'JobFailedError';
    this.failure = failure;
    this.diagnosticId = diagnosticId;
    this.jobId = about.jobId ?? about.job?.id;
    this.job = about.job;
    this.run = about.run;
  }
}

/** Reads an error response. Other servers, such as a proxy in between, have their own formats. */
export async function readError(response: Response): Promise<FilemillError> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const retryAfter = readRetryAfter(response.headers.get('retry-after'));
  const facts: ErrorFacts = {
    status: response.status,
    ...(requestId !== undefined && { requestId }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null || !('code' in body))
    return new FilemillError(
      'unexpected_answer',
      `The server answered with status ${response.status}.`,
      facts,
    );
  const { code, error, message, details, ...rest } = body as Envelope & { failure?: Failure; jobId?: string };
  if (rest.failure)
    return new JobFailedError(rest.failure, { jobId: rest.jobId, status: response.status, requestId });
  const fields = details?.map(detail => detail.message).join(' ');
  return new FilemillError(code, message ?? (fields || error), {
    ...facts,
    ...rest,
    ...(details && { details }),
  });
}

function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
