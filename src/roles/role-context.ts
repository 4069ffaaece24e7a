import type { FastifyBaseLogger } from 'fastify';
import type { Heartbeat } from '../db/heartbeat.ts';
import type { Listener } from '../db/listener.ts';
import type { Secrets } from '../domain/rows/secrets.ts';
import type { InProcessResults } from '../domain/work/jobs/in-process-results.ts';
import type { JobTypes } from '../jobs/registry.ts';
import type { OpenedDatabase } from '../open-data.ts';
import type { Batcher } from '../queue/batch/batcher.ts';
import type { Changes } from '../queue/notices/changes.ts';
import type { Config } from '../settings/config.ts';
import type { Storage } from '../storage/storage.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';

export type Closer = () => Promise<unknown>;

/** The metrics and traces of a process. */
export interface Telemetry {
  metrics: Metrics;
  tracing?: Tracing;
}

/** The resources that both roles share. */
export interface RoleContext {
  config: Config;
  log: FastifyBaseLogger;
  data: OpenedDatabase;
  databaseHeartbeat: Heartbeat;
  storage: Storage;
  listener: Listener;
  telemetry: Telemetry;
  batcher: Batcher;
  changes: Changes;
  inProcessResults: InProcessResults;
  jobTypes: JobTypes;
  secrets: Secrets;
  secretKey: string;
  /** Aborted when the process is stopped. */
  stopping: AbortSignal;
  /** Functions that close resources, in the order in which those were opened. */
  closers: Closer[];
}
