/** A row of the table. `message` is the default sentence. */
interface ErrorRow {
  status: number;
  error: string;
  message?: string;
}

const nothingBy = (what: string): string =>
  `There is no ${what} with this id. It may be misspelt, deleted, or in another workspace.`;

/** The table of all errors that a caller can get. `code` is the contract, `error` its fixed text. */
export const errorTable = {
  validation_failed: { status: 400, error: 'Validation failed' },
  invalid_file_type: { status: 400, error: 'Invalid file type' },
  invalid_state: { status: 400, error: 'Invalid state' },
  unauthorized: { status: 401, error: 'Unauthorized' },
  forbidden: { status: 403, error: 'Forbidden' },
  feature_not_available: { status: 403, error: 'Feature not available' },
  invalid_signature: {
    status: 403,
    error: 'Invalid signature',
    message: 'This URL is invalid or has expired. Fetch the job or artifact again to get a new one.',
  },
  job_not_found: { status: 404, error: 'Job not found', message: nothingBy('job') },
  recipe_not_found: { status: 404, error: 'Workflow recipe not found', message: nothingBy('recipe') },
  run_not_found: { status: 404, error: 'Workflow run not found', message: nothingBy('run') },
  batch_not_found: { status: 404, error: 'Batch not found', message: nothingBy('batch') },
  artifact_not_found: {
    status: 404,
    error: 'Artifact not found',
    message:
      'There is no such file. The id may be misspelt, or the file has expired or is in another workspace.',
  },
  not_found: { status: 404, error: 'Not found' },
  method_not_allowed: {
    status: 405,
    error: 'Method not allowed',
    message: 'This URL does not support this method. The header Allow lists the supported ones.',
  },
  idempotency_conflict: { status: 409, error: 'Idempotency conflict' },
  job_not_startable: { status: 409, error: 'Job not startable' },
  upload_conflict: { status: 409, error: 'Upload conflict' },
  precondition_failed: { status: 412, error: 'Precondition failed' },
  file_too_large: { status: 413, error: 'File too large' },
  batch_too_large: { status: 413, error: 'Batch too large' },
  request_too_large: { status: 413, error: 'Request too large' },
  unsupported_media_type: { status: 415, error: 'Unsupported media type' },
  range_not_satisfiable: { status: 416, error: 'Range not satisfiable' },
  processing_failed: { status: 422, error: 'Processing failed' },
  rate_limited: { status: 429, error: 'Rate limit exceeded' },
  quota_exceeded: { status: 429, error: 'Quota exceeded' },
  refresh_failed: { status: 500, error: 'Failed to refresh URL' },
  internal_error: { status: 500, error: 'Internal error' },
  unavailable: { status: 503, error: 'Service unavailable' },
  not_done_yet: {
    status: 504,
    error: 'Not done yet',
    message:
      'The work is not finished, but continues. Poll the URL in `Location` until it has ended, and download the result there.',
  },
} as const satisfies Record<string, ErrorRow>;
export type ErrorCode = keyof typeof errorTable;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorTable, text);

export const quotaKeys = [
  'operations',
  'operations_daily',
  'ai_credits',
  'storage_bytes',
  'queued_jobs',
] as const;
export type QuotaKey = (typeof quotaKeys)[number];

export interface ErrorDetail {
  path: string;
  message: string;
}

/** Describes what is wrong with a field, in a sentence whose subject is the field. */
export const makeDetail = (path: string, says: string): ErrorDetail => ({
  path,
  message: `\`${path}\` ${says}.`,
});

/** The optional fields of an error envelope. */
export interface ErrorExtras {
  message?: string;
  details?: ErrorDetail[];
  missingUploads?: number[];
  limit?: number;
  retryAfter?: number;
  quotaKey?: QuotaKey;
  resetsAt?: string;
  jobId?: string;
  runId?: string;
  failure?: { code: string; diagnosticId: string };
}

/** An error of the table. It is thrown anywhere below the HTTP layer, which alone turns it into a response. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, extras: ErrorExtras = {}, headers: Record<string, string> = {}) {
    super(extras.message ?? errorTable[code].error);
    this.name = 'ApiError';
    this.code = code;
    this.extras = extras;
    this.headers = headers;
  }
}

/** Makes the error for one invalid field of a body or query. */
export const invalid = (path: string, message: string): ApiError =>
  new ApiError('validation_failed', { message, details: [{ path, message }] });
