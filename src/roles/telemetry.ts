import { checkReadiness } from '../domain/installation/health.ts';
import type { Config } from '../settings/config.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { openPort } from '../telemetry/port.ts';
import { printMetrics } from '../telemetry/print-metrics.ts';
import type { RoleContext, Telemetry } from './role-context.ts';

/** Opens metrics and traces. The libraries for traces are loaded only if a collector is configured. */
export async function openTelemetry({
  tracesUrl,
  tracesShare,
  role,
  dataDir,
  storage,
}: Config): Promise<Telemetry> {
  const metrics = createMetrics({
    data: dataDir,
    ...(storage && 'folder' in storage && { storage: storage.folder }),
  });
  if (tracesUrl === undefined) return { metrics };
  const { openTracing } = await import('../telemetry/opentelemetry.ts');
  return { metrics, tracing: openTracing({ endpoint: tracesUrl, share: tracesShare, role }) };
}

/** Serves metrics and readiness on a separate port, if one is configured. */
export async function openMetricsPort(context: RoleContext): Promise<{ metricsUrl?: string }> {
  const { config, data, storage, telemetry, log, closers } = context;
  if (config.metricsPort === undefined) return {};
  const port = await openPort({
    host: config.metricsHost,
    port: config.metricsPort,
    contentType: telemetry.metrics.registry.contentType,
    printMetrics: () => printMetrics(telemetry.metrics, data.db),
    checkReadiness: () =>
      checkReadiness(data.db, storage, (check, error) => log.warn({ err: error, check }, 'not ready')),
    isStopping: () => context.stopping.aborted,
  });
  closers.push(() => port.close());
  return { metricsUrl: port.url };
}
