import { checkReadiness } from '../domain/installation/health.ts';
import type { Config } from '../settings/config.ts';
import { printMetrics } from '../telemetry/figures.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { openPort } from '../telemetry/port.ts';
import type { Ground, Telemetry } from './ground.ts';

/** The libraries for traces are loaded only where somebody collects them. */
export async function openTelemetry({ tracesUrl, tracesShare, role }: Config): Promise<Telemetry> {
  const metrics = createMetrics();
  if (tracesUrl === undefined) return { metrics };
  const { openTracing } = await import('../telemetry/opentelemetry.ts');
  return { metrics, tracing: openTracing({ endpoint: tracesUrl, share: tracesShare, role }) };
}

/** Serves figures and readiness on a port of their own, where the configuration names one. */
export async function openMetricsPort(ground: Ground): Promise<{ metricsUrl?: string }> {
  const { config, data, storage, telemetry, log, closers } = ground;
  if (config.metricsPort === undefined) return {};
  const port = await openPort({
    host: config.metricsHost,
    port: config.metricsPort,
    contentType: telemetry.metrics.registry.contentType,
    printMetrics: () => printMetrics(telemetry.metrics, data.db),
    checkReadiness: () =>
      checkReadiness(data.db, storage, (check, error) => log.warn({ err: error, check }, 'not ready')),
    isStopping: () => ground.stopping.aborted,
  });
  closers.push(() => port.close());
  return { metricsUrl: port.url };
}
