import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-examples-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const guide = readFileSync(new URL('../../../../docs/data.md', import.meta.url), 'utf8');
const examples = [...guide.matchAll(/^```(\w+) (\w+)(?: (\{.*\}))?\n([\s\S]*?)\n⇒\n([\s\S]*?)\n```$/gm)].map(
  ([, from, to, options, before, after]) => ({
    from: from!,
    to: to!,
    options,
    before: before!,
    after: after!,
  }),
);

test('docs/data.md contains the examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(12);
});

test.each(examples)(
  'converts $from to $to as in docs/data.md',
  async ({ from, to, options, before, after }) => {
    const path = join(dir, `example.${from}`);
    writeFileSync(path, `${before}\n`);
    await using result = await runJob(job, run, path, { outputFormat: to, ...JSON.parse(options ?? '{}') });
    expect(readFileSync(result.outputs[0]!.path, 'utf8').replaceAll('\r\n', '\n').trimEnd()).toBe(after);
  },
);
