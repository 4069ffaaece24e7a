import { readFile } from 'node:fs/promises';
import type { Metric } from 'prom-client';
import { expect, test } from 'vitest';
import { createMetrics } from '../../src/telemetry/metrics.ts';

interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
}

const words = new Set(
  'histogram_quantile sum max min avg count rate increase by le without instance'.split(' '),
);

/** All metrics of a process, with their labels. */
function allSeries(): Map<string, Set<string>> {
  const series = new Map<string, Set<string>>();
  for (const metric of createMetrics().registry.getMetricsAsArray()) {
    const {
      name,
      type,
      labelNames = [],
    } = metric as unknown as Metric & {
      name: string;
      type: string;
      labelNames?: string[];
    };
    const names = type === 'histogram' ? ['_bucket', '_count', '_sum'].map(end => name + end) : [name];
    for (const each of names) series.set(each, new Set(labelNames));
  }
  return series;
}

test('the dashboard queries only existing metrics and labels, and shows all Filemill metrics', async () => {
  const text = await readFile(new URL('../../deploy/grafana/filemill.json', import.meta.url), 'utf8');
  const { panels } = JSON.parse(text) as { panels: Panel[] };
  const series = allSeries();
  const shown = new Set<string>();
  for (const { title, targets = [] } of panels)
    for (const { expr, legendFormat } of targets) {
      const named = [...expr.replaceAll('$__rate_interval', '5m').matchAll(/[a-z_][a-z0-9_]{2,}/g)].map(
        ([word]) => word,
      );
      const asked = named.filter(word => series.has(word));
      expect(asked, `${title}: ${expr}`).toHaveLength(1);
      shown.add(asked[0]!);
      const labels = [
        ...named.filter(word => !series.has(word) && !words.has(word)),
        ...Array.from(legendFormat.matchAll(/\{\{(\w+)\}\}/g), ([, label]) => label!),
      ].filter(label => label !== 'instance');
      const known = series.get(asked[0]!)!;
      expect(
        labels.filter(label => !known.has(label)),
        `${title}: ${expr}`,
      ).toEqual([]);
    }
  const ours = new Set([...series.keys()].filter(name => name.startsWith('filemill_')));
  const plain = (name: string) => name.replace(/_(bucket|count|sum)$/, '');
  expect(new Set([...shown].filter(name => ours.has(name)).map(plain))).toEqual(
    new Set([...ours].map(plain)),
  );
});

test("the dashboard's panels do not overlap", async () => {
  const text = await readFile(new URL('../../deploy/grafana/filemill.json', import.meta.url), 'utf8');
  const { panels } = JSON.parse(text) as { panels: Panel[] };
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});
