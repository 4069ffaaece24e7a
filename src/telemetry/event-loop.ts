import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

const lagEveryMs = 100;

/**
 * Measures the delay of the event loop. Node counts the interval of its timer as delay, so it is subtracted.
 * The default of ten milliseconds would wake an idle process too often, so the interval is longer here.
 */
export function watchEventLoop(registry: Registry): void {
  for (const each of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    registry.removeSingleMetric(`nodejs_eventloop_lag_${each}_seconds`);
  const delay = monitorEventLoopDelay({ resolution: lagEveryMs });
  delay.enable();
  const figures = { mean: () => delay.mean, p99: () => delay.percentile(99), max: () => delay.max };
  for (const [name, read] of Object.entries(figures))
    new Gauge({
      name: `nodejs_eventloop_lag_${name}_seconds`,
      help: `The ${name} of the event loop's delay since the last scrape.`,
      registers: [registry],
      collect() {
        const late = read() / 1e9 - lagEveryMs / 1000;
        this.set(Number.isFinite(late) ? Math.max(0, late) : 0);
        if (name === 'max') delay.reset();
      },
    });
}
