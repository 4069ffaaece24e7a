import type { Database } from '../db/database.ts';
import { countDamagedFiles } from '../domain/files/integrity/damage.ts';
import { readWebhookFigures } from '../domain/installation/health.ts';
import { countSecondsWaited, readQueueState } from '../domain/installation/queue-state.ts';
import type { Metrics } from './metrics.ts';

/** Prints all metrics in Prometheus' format, with current values from the database. */
export async function printMetrics(metrics: Metrics, db: Database): Promise<string> {
  const [queue, webhooks, damaged] = await Promise.all([
    readQueueState(db),
    readWebhookFigures(db),
    countDamagedFiles(db),
  ]);
  metrics.jobs.set({ status: 'queued' }, queue.queued);
  metrics.jobs.set({ status: 'processing' }, queue.processing);
  metrics.released.set(queue.released);
  metrics.oldest.set(countSecondsWaited(queue));
  metrics.webhookOldest.set(webhooks.oldestDueSeconds);
  metrics.unpublished.set(webhooks.unpublished);
  metrics.damagedFiles.set(damaged);
  return metrics.registry.metrics();
}
