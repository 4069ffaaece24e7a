import type { Usage } from '../../../contract/schemas/service.ts';
import type { PlanRow } from './plans.ts';

/** A plan's limit on requests is for a window of this length. */
export const windowSeconds = 60;

/** Presents the limits of a plan as callers see them. */
export const presentLimits = (plan: PlanRow): Usage['limits'] => ({
  fileBytes: plan.file_bytes,
  mergeFiles: plan.merge_files,
  mergeBytes: plan.merge_bytes,
  concurrentJobs: plan.concurrency,
  pendingInputs: plan.pending_inputs,
  ...(plan.media_seconds !== null && { mediaSeconds: plan.media_seconds }),
  ...(plan.megapixels !== null && { megapixels: plan.megapixels }),
  ...(plan.archive_entries !== null && { archiveEntries: plan.archive_entries }),
  retentionSeconds: plan.retention_seconds,
  requestsPerWindow: plan.requests_per_window,
  windowSeconds,
});
