import { limits } from '../../../src/settings/limits.ts';

/** Shortens the leases and pauses of a service in this process. Call it before the service is started. */
export const shortenLeases = (): void => {
  Object.assign(limits, {
    leaseSeconds: 2,
    heartbeatSeconds: 0.5,
    pollSeconds: 1,
    databasePatienceSeconds: 1,
  });
};
