import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compare } from '../../bench/figures/compare.ts';
import { checkIds, readOptions } from '../../bench/options.ts';
import type { Report } from '../../bench/report/figure.ts';
import { writeTable } from '../../bench/report/table.ts';
import { replaceTable, writeReport } from '../../bench/report/write.ts';
import { openFilemill } from '../../bench/servers/filemill.ts';
import { openPeer } from '../../bench/servers/open.ts';
import type { Work } from '../../bench/servers/server.ts';
import { pdf } from '../support/samples.ts';
import { useSharedService } from '../support/use-service.ts';
import { startConvertX, startGotenberg } from './peers.ts';

const service = useSharedService();
const folder = mkdtempSync(join(tmpdir(), 'filemill-bench-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (filename: string) => ({ filename, contentType: 'application/pdf', bytes: pdf(['one', 'two']) });
const work: Work = {
  files: [file('a.pdf'), file('b.pdf')],
  startsWith: '%PDF',
  filemill: 'run/pdf-merge',
  gotenberg: { route: '/forms/pdfengines/merge', fields: { landscape: 'true' } },
  convertx: 'pdf,libreoffice',
};

test('Gotenberg and ConvertX are called through their own routes and measured', async () => {
  const [gotenberg, convertx] = [await startGotenberg(), await startConvertX()];
  try {
    const peers = [openPeer(`gotenberg=${gotenberg.url}/`), openPeer(`convertx=${convertx.url}`)];
    const results = await Promise.all(peers.map(peer => peer.run(work)));
    expect(results.map(String)).toEqual([
      '%PDF /forms/pdfengines/merge a.pdf b.pdf true',
      '%PDF /download/7/0/a.pdf pdf,libreoffice',
    ]);
    expect(convertx.requests).toEqual([
      'GET /',
      'POST /upload',
      'POST /convert',
      'POST /progress/0',
      'POST /progress/0',
      'GET /download/7/0/a.pdf',
    ]);
    const { key } = await service.client();
    const ours = openFilemill(`${service.url}/api/public`, { authorization: `Bearer ${key}` });
    const figure = await compare(
      { id: 'merge', title: 'merge', work, callers: 1, measures: 'time', bare: [] },
      ours,
      peers,
      { rounds: 2, seconds: 0.01 },
    );
    const sides = [figure.ours, ...figure.others];
    expect(sides.map(({ name, values }) => [name, values.length])).toEqual([
      ['Filemill', 2],
      ['Gotenberg', 2],
      ['ConvertX', 2],
    ]);
    expect(sides.flatMap(({ values }) => values).every(value => value > 0)).toBe(true);
    // Work that a server has no request for is left out, and a wrong result is an error.
    const { gotenberg: _, ...others } = work;
    expect(peers.map(peer => peer.canDo(others))).toEqual([false, true]);
    await expect(peers[0]!.run({ ...work, startsWith: 'PK' })).rejects.toThrow(
      'The result starts with "%PDF',
    );
    await expect(peers[0]!.run({ ...work, files: [] })).rejects.toThrow('400 Invalid form data');
  } finally {
    gotenberg.close();
    convertx.close();
  }
});

test('--peer requires a known kind and a URL', () => {
  for (const text of ['gotenberg', 'gotenberg=here', 'stirling=http://127.0.0.1'])
    expect(() => openPeer(text)).toThrow(
      `--peer must be gotenberg or convertx, "=" and a URL, not "${text}"`,
    );
});

test('options have defaults, and wrong ones are refused with what is right', () => {
  expect(readOptions([])).toMatchObject({ pace: { rounds: 5, seconds: 4 }, out: 'data/bench', help: false });
  expect(readOptions(['--only', 'photo, word', '--rounds', '2'])).toMatchObject({
    only: ['photo', 'word'],
    pace: { rounds: 2 },
  });
  expect(() => readOptions(['--rounds', 'many'])).toThrow('--rounds must be a number above 0, not "many"');
  expect(() => checkIds(['photo', 'phto'], ['photo', 'word'])).toThrow(
    '--only has no measurement "phto"; there are photo, word',
  );
});

const report: Report = {
  machine: { date: '2026-11-18', processor: 'arm64', cores: 2, memoryGb: 8, node: '24', load: [0.5, 2] },
  rounds: 3,
  figures: [
    {
      id: 'photo',
      title: 'photo',
      unit: 'a second',
      ours: { name: 'Filemill', values: [30, 33, 27] },
      others: [
        { name: 'sharp', values: [40, 40, 40] },
        { name: 'ConvertX', values: [1234] },
      ],
      goal: '≥ 80 %',
    },
    {
      id: 'merge',
      title: 'merge',
      unit: 'ms',
      ours: { name: 'Filemill', values: [150] },
      others: [{ name: 'qpdf', values: [100] }],
    },
  ],
  charts: [
    {
      id: 'rate',
      title: 'Rate & time',
      x: 'callers',
      y: 'a second',
      series: [
        {
          name: 'Filemill',
          points: [
            [1, 10],
            [8, 100],
            [64, 1000],
          ],
        },
      ],
    },
  ],
};

test('the report has a table with the spread of each figure, the same data as JSON, and charts', () => {
  const out = join(folder, 'report');
  writeReport(out, report);
  const table = readFileSync(join(out, 'figures.md'), 'utf8');
  expect(table).toContain(
    '2 cores, 8 GB of memory, Node 24, 3 rounds. The load average was 0.5 at the beginning',
  );
  expect(table.split('\n').slice(4, 7)).toEqual([
    '| photo | 30 a second ± 10 % | sharp: 40 a second ± 0 % | 75 % of the rate | ≥ 80 % |',
    '|  | | ConvertX: 1,234 a second | 2 % of the rate |  |',
    '| merge | 150 ms | qpdf: 100 ms | 1.50 × |  |',
  ]);
  expect(JSON.parse(readFileSync(join(out, 'figures.json'), 'utf8'))).toEqual(report);
  const chart = readFileSync(join(out, 'rate.svg'), 'utf8');
  expect(chart).toContain('Rate &amp; time');
  // Both axes are logarithmic: equal factors are equal distances, from one corner of the frame to the other.
  expect(chart).toContain('points="70.0,310.0 345.0,185.0 620.0,60.0"');
});

test('the table replaces that of an earlier run in a document', () => {
  const path = join(folder, 'performance.md');
  const [begin, end] = ['<!-- figures: begin -->', '<!-- figures: end -->'];
  writeFileSync(path, `# Performance\n\n${begin}\nold\n${end}\n\nMore.\n`);
  replaceTable(path, writeTable(report));
  const text = readFileSync(path, 'utf8');
  expect(text).toBe(`# Performance\n\n${begin}\n${writeTable(report)}\n${end}\n\nMore.\n`);
  writeFileSync(path, 'none');
  expect(() => replaceTable(path, 'new')).toThrow('has no place for the figures');
});
