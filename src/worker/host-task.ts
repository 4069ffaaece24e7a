import type { JobType, Resolution } from '../jobs/job-type.ts';
import { limits } from '../settings/limits.ts';
import { modelPool, standardPool } from './running/host-pools.ts';
import type { HostRequest } from './running/hosts.ts';

/** Describes a request for a host, independent of the source of its files. */
export function makeHostTask(
  job: JobType,
  { engines, models = [], host, limits: own = {} }: Resolution,
  isPreview = false,
): Pick<HostRequest<unknown>, 'pool' | 'type' | 'engines' | 'models' | 'chargedWork' | 'limits'> {
  const runsModels = models.length > 0;
  const seconds =
    own.seconds ?? job.limits?.seconds ?? (runsModels ? limits.modelJobSeconds : limits.jobSeconds);
  return {
    pool: host ?? (runsModels ? modelPool : standardPool),
    type: job.id,
    engines,
    models,
    ...(job.credits && { chargedWork: job.credits.unit === 'minute' ? 'mediaSecond' : 'pixel' }),
    limits: {
      seconds: isPreview ? Math.min(seconds, limits.preview.seconds) : seconds,
      startSeconds: own.startSeconds ?? job.limits?.startSeconds ?? limits.jobStartSeconds,
      memoryMb: own.memoryMb ?? job.limits?.memoryMb ?? limits.jobMemoryMb,
      outputBytes: limits.outputBytes,
      outputFiles: limits.outputFiles,
    },
  };
}
