import { limits } from '../../../src/settings/limits.ts';

/** Leases and pauses of a service in this process, short enough to be waited for. Only before it is started. */
export const shortenLeases = (): void => {
  Object.assign(limits, {
    leaseSeconds: 2,
    heartbeatSeconds: 0.5,
    pollSeconds: 1,
    databasePatienceSeconds: 1,
  });
};
