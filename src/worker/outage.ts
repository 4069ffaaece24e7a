import type { JobFailure } from '../contract/failure.ts';
import { StoreUnavailable } from '../storage/storage.ts';
import type { Hosts } from './running/hosts.ts';

/** Messages of Node and of programs about a full disk, an exceeded quota, or a disk that became read-only. */
const unwritable = /\bEROFS: |\bENOSPC\b|\bEDQUOT\b|No space left on device|Disk quota exceeded/;

/**
 * Returns true if an attempt failed because the store was unreachable or a disk could not be written to, which is not the
 * job's fault and can be repaired without it. While an engine cannot write, its statements about the input
 * are not trusted.
 */
export const isOutage = async (
  error: unknown,
  { detail, reason }: Pick<JobFailure, 'detail' | 'reason'>,
  hosts: Pick<Hosts, 'isDiskFull'>,
): Promise<boolean> =>
  reason !== 'timeout' &&
  (error instanceof StoreUnavailable || unwritable.test(detail) || (await hosts.isDiskFull()));
