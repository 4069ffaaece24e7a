// Measures the service beside bare programs and other servers, and writes a table (Markdown and JSON) and charts (SVG).
// npm run bench -- [--rounds 5] [--seconds 4] [--only tiny,photo] [--peer gotenberg=URL] [--peer convertx=URL] [--out FOLDER] [--docs]
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBare } from './bare.ts';
import { chartCallers, chartSizes } from './figures/charts.ts';
import { compare } from './figures/compare.ts';
import { listComparisons } from './figures/comparisons.ts';
import { measureCrowd, measureIdleMemory, measureTinyJobs } from './figures/service.ts';
import type { Chart, Figure } from './report/figure.ts';
import { writeTable } from './report/table.ts';
import { replaceTable, writeReport } from './report/write.ts';
import { openFilemill } from './servers/filemill.ts';
import { openPeer } from './servers/open.ts';
import { startService } from './service.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string' },
    peer: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: 'data/bench' },
    docs: { type: 'boolean', default: false },
  },
});
const pace = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
const only = values.only?.split(',');
const isWanted = (id: string): boolean => only?.includes(id) ?? true;
const peers = values.peer.map(openPeer);

const loadBefore = loadavg()[0]!;
const folder = await mkdtemp(join(tmpdir(), 'filemill-bench-'));
const bare = await startBare();
const service = await startService();
const figures: Figure[] = [];
const charts: Chart[] = [];
try {
  const server = openFilemill(service.base, service.headers);
  if (isWanted('idle-memory')) figures.push(await measureIdleMemory(service));
  await service.settled();
  for (const comparison of await listComparisons(folder, bare.url))
    if (isWanted(comparison.id)) {
      console.error(comparison.title);
      figures.push(await compare(comparison, server, peers, pace));
    }
  if (isWanted('five-calls')) figures.push(...(await measureTinyJobs(service, server, pace)));
  if (isWanted('crowd')) figures.push(...(await measureCrowd(service, server, pace)));
  if (isWanted('charts')) {
    console.error('charts');
    charts.push(
      ...(await chartCallers(server, bare.url, pace.seconds)),
      await chartSizes(server, pace.seconds),
    );
  }
} finally {
  await service.stop();
  await bare.stop();
  await rm(folder, { recursive: true, force: true });
}
const report = {
  machine: {
    date: new Date().toISOString().slice(0, 10),
    processor: `${process.arch}, ${cpus()[0]!.model}`,
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.versions.node,
    load: [loadBefore, loadavg()[0]!] as [number, number],
  },
  rounds: pace.rounds,
  figures,
  charts,
};
const out = values.docs ? 'docs/performance' : values.out;
writeReport(out, report);
if (values.docs) replaceTable('docs/performance.md', writeTable(report));
console.log(writeTable(report));
