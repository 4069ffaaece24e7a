export const jobStates = [
  'pending',
  'uploading',
  'queued',
  'processing',
  'completed',
  'failed',
  'canceled',
  'expired',
] as const;
export type JobState = (typeof jobStates)[number];

/** The states in which a job or a run has ended. */
export const terminalStates: ReadonlySet<string> = new Set<JobState>([
  'completed',
  'failed',
  'canceled',
  'expired',
]);

export const jobSources = ['api', 'recipe', 'workspace'] as const;
export type JobSource = (typeof jobSources)[number];

/** The reason why a job failed, as shown to callers. It never contains text of the document or the engine. */
export const failureReasons = [
  'input_unreachable',
  'unreadable_input',
  'password_required',
  'wrong_password',
  'option_mismatch',
  'not_representable',
  'unsupported_content',
  'language_not_supported',
  'limit_exceeded',
  'timeout',
  'engine_error',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/**
 * Failures that are the service's fault: the job is retried while attempts are left, and its operation is not
 * charged.
 */
export const ourFaults: ReadonlySet<FailureReason> = new Set(['engine_error', 'timeout']);

/** The sentence in the legacy `error` field of every failed job. */
export const failedJobText = 'The file could not be processed.';

/** The scopes of a key for which none are named. Webhooks and connections exchange data with other places, so their scopes must be asked for. */
export const defaultScopes = ['jobs:read', 'jobs:write', 'recipes:read', 'recipes:write'] as const;
export const scopes = [
  ...defaultScopes,
  'webhooks:read',
  'webhooks:write',
  'connections:read',
  'connections:write',
] as const;
export type Scope = (typeof scopes)[number];
