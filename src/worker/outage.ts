import type { JobFailure } from '../contract/failure.ts';
import { StoreUnavailable } from '../storage/storage.ts';

/** As Node and as programs say that a disk, or somebody's share of it, is full. */
const fullDisk = /\bENOSPC\b|\bEDQUOT\b|No space left on device|Disk quota exceeded/;

/** Whether an attempt failed for want of the store or of room on a disk: no fault of the job's, and mended without it. */
export const isOutage = (
  error: unknown,
  { reason, detail }: Pick<JobFailure, 'reason' | 'detail'>,
): boolean => error instanceof StoreUnavailable || (reason === 'engine_error' && fullDisk.test(detail));
