// Measures the service beside bare programs and other servers, and writes a table (Markdown and JSON) and charts (SVG).
// `npm run bench -- --help` lists the options.
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { startBare } from './bare.ts';
import { chartCallers, chartSizes } from './figures/charts.ts';
import { compare } from './figures/compare.ts';
import { listComparisons } from './figures/comparisons.ts';
import { measureCrowd, measureIdleMemory, measureTinyJobs } from './figures/service.ts';
import { checkIds, readOptions, usage } from './options.ts';
import type { Chart, Figure } from './report/figure.ts';
import { writeTable } from './report/table.ts';
import { replaceTable, writeReport } from './report/write.ts';
import { openFilemill } from './servers/filemill.ts';
import { openPeer } from './servers/open.ts';
import { startService } from './service.ts';

function readArguments() {
  try {
    const options = readOptions(process.argv.slice(2));
    if (!options.help) return { ...options, peers: options.peer.map(openPeer) };
    console.log(usage);
    process.exit();
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(1);
  }
}

const { pace, only, peers, docs, out: folderForFiles } = readArguments();
const isWanted = (id: string): boolean => only?.includes(id) ?? true;

const loadBefore = loadavg()[0]!;
const folder = await mkdtemp(join(tmpdir(), 'filemill-bench-'));
const bare = await startBare();
const service = await startService();
const figures: Figure[] = [];
const charts: Chart[] = [];
try {
  const server = openFilemill(service.base, service.headers);
  const comparisons = await listComparisons(folder, bare.url);
  const ids = comparisons.map(({ id }) => id);
  checkIds(only, ['idle-memory', ...ids, 'five-calls', 'crowd', 'charts']);
  if (isWanted('idle-memory')) figures.push(await measureIdleMemory(service));
  await service.settled();
  for (const comparison of comparisons)
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
const out = docs ? 'docs/performance' : folderForFiles;
writeReport(out, report);
if (docs) replaceTable('docs/performance.md', writeTable(report));
console.log(`${writeTable(report)}\n\nThe table, the data and the charts are in ${out}.`);
