import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../../src/telemetry/metrics.ts';

interface Rule {
  alert: string;
  expr: string;
  annotations: { runbook: string };
}

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('alerts use existing metrics, and each has a section in the runbooks', async () => {
  const [{ rules }] = parse(await read('deploy/prometheus/alerts.yaml')).groups as [{ rules: Rule[] }];
  const headings = [...(await read('docs/runbooks.md')).matchAll(/^## (.+)$/gm)].map(
    ([, heading]) => `docs/runbooks.md#${heading!.toLowerCase().replaceAll(' ', '-')}`,
  );
  const { registry } = createMetrics();
  for (const { alert, expr, annotations } of rules) {
    expect(headings, alert).toContain(annotations.runbook);
    for (const [name] of expr.matchAll(/filemill_\w+/g))
      expect(registry.getSingleMetric(name), name).toBeDefined();
  }
  expect(rules.map(({ annotations }) => annotations.runbook).sort()).toEqual(headings.sort());
});

test('every test that a runbook names exists', async () => {
  const tests = [...(await read('docs/runbooks.md')).matchAll(/`((?:src|tests)\/[\w/-]+\.test\.ts)`/g)];
  expect(tests.length).toBeGreaterThan(5);
  for (const [, path] of tests) await read(path!);
});
