import type { JobFailure } from '../contract/failure.ts';
import { StoreUnavailable } from '../storage/storage.ts';
import type { Hosts } from './running/hosts.ts';

/** As Node and as programs say that a disk, or somebody's share of it, is full. */
const fullDisk = /\bENOSPC\b|\bEDQUOT\b|No space left on device|Disk quota exceeded/;

/**
 * Whether an attempt failed for want of the store or of room on a disk: no fault of the job's, and mended without it. What
 * engines say of an input while they cannot write is not believed.
 */
export const isOutage = async (
  error: unknown,
  { detail, reason }: Pick<JobFailure, 'detail' | 'reason'>,
  hosts: Pick<Hosts, 'isDiskFull'>,
): Promise<boolean> =>
  reason !== 'timeout' &&
  (error instanceof StoreUnavailable || fullDisk.test(detail) || (await hosts.isDiskFull()));
