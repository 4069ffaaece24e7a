export type { CombiningJobTypeId } from './api/job-types.ts';
export type * from './api/types.ts';
export type * from './api/workspace-types.ts';
export type { CombineOptions, ConvertOptions, MergeOptions, SeveralFiles } from './convert/conversions.ts';
export type { ConvertProgress, Watching } from './convert/progress.ts';
export type { KeptFile, RunOptions } from './convert/recipe-runs.ts';
export { Result, type SaveOptions } from './convert/result.ts';
export type { CallOptions, WriteOptions } from './core/api.ts';
export { type ErrorCode, type Failure, FilemillError, JobFailedError } from './core/errors.ts';
export type { RetryOptions } from './core/retry.ts';
export type { ClientOptions } from './core/transport.ts';
export { Filemill, type FilemillOptions } from './filemill.ts';
export {
  FilemillWorkspace,
  type FilemillWorkspaceOptions,
  type WorkspaceRoom,
} from './filemill-workspace.ts';
export type { BatchState } from './resources/batches.ts';
export {
  hasEnded,
  type JobNews,
  type JobState,
  type PartialText,
  requireCompleted,
  type WaitOptions,
} from './resources/jobs.ts';
export { type RunState, requireRunCompleted } from './resources/runs.ts';
export type { Download } from './transfers/download.ts';
export type { FileInput, InputOptions, RemoteFile } from './transfers/input.ts';
export type { TransferProgress } from './transfers/progress.ts';
export { makeFilenameSeries, makeSafeFilename, type SafeFilename } from './transfers/safe-names.ts';
export type { UploadOptions } from './transfers/upload.ts';
export { verifyWebhook, type WebhookEvent } from './webhooks/verify.ts';
