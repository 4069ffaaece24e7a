import type { Claim } from '../queue/claim.ts';
import type { Metrics } from './metrics.ts';
import { inSpan, type Tracing } from './tracing.ts';

export type AttemptOutcome = 'completed' | 'failed' | 'dropped' | 'lost';

/** The metrics and traces of one attempt at a job. */
export interface WatchedAttempt {
  /** Runs `work` as part of the attempt. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Runs and times a named part of it. */
  part<T>(name: 'fetch inputs' | 'host' | 'store outputs', work: () => Promise<T>): Promise<T>;
  end(outcome: AttemptOutcome, failure?: { reason: string; diagnosticId: string }): void;
}

export interface JobWatch {
  begin(claim: Claim): WatchedAttempt;
}

/** Measures jobs in a worker and continues the traces of the requests that queued them. */
export function watchJobs(
  metrics: Pick<Metrics, 'jobWait' | 'jobRun' | 'jobFailures'>,
  tracing: Tracing | undefined,
): JobWatch {
  return {
    begin({ id, type, attempt, waited, trace }) {
      const began = performance.now();
      if (attempt === 1) metrics.jobWait.observe({ type }, Math.max(0, waited));
      const attributes = { 'filemill.job_id': id, 'filemill.job_type': type };
      const queued = tracing?.start({
        name: 'queue',
        attributes,
        parent: trace ?? undefined,
        startedAt: Date.now() - Math.max(0, waited) * 1000,
      });
      queued?.end();
      const span = tracing?.start({
        name: `job ${type}`,
        kind: 'consumer',
        attributes: { ...attributes, 'filemill.attempt': attempt },
        parent: queued?.traceparent,
      });
      return {
        run: work => (span ? span.run(work) : work()),
        part: (name, work) => inSpan(tracing, { name }, work),
        end(outcome, failure) {
          metrics.jobRun.observe({ type, outcome }, (performance.now() - began) / 1000);
          if (failure) metrics.jobFailures.inc({ type, reason: failure.reason });
          span?.set({
            'filemill.outcome': outcome,
            ...(failure && {
              'filemill.reason': failure.reason,
              'filemill.diagnostic_id': failure.diagnosticId,
            }),
          });
          span?.end(failure && new Error(failure.reason));
        },
      };
    },
  };
}
