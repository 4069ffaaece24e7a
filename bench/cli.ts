// Measures how long the command line takes without a server, until the job begins in its sandbox and in total, next to a Node
// process that does nothing and the same engine called directly.
// node bench/cli.ts [rounds]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './measure.ts';

const rounds = Number(process.argv[2] ?? 10);
const inTree = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const dir = await mkdtemp(join(tmpdir(), 'filemill-bench-cli-'));
const csv = join(dir, 'table.csv');
await writeFile(csv, 'a,b\n1,x\n');

interface Took {
  /** Until the job began, where the program says so. */
  begins: number;
  total: number;
}

async function time(command: string, args: string[]): Promise<Took> {
  const began = performance.now();
  const child = spawn(command, args, { env: { ...process.env, LOG_LEVEL: 'debug' }, cwd: dir });
  let begins = Number.NaN;
  child.stderr.on('data', chunk => {
    if (/ begins, /.test(String(chunk))) begins = performance.now() - began;
  });
  child.stdout.resume();
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return { begins, total: performance.now() - began };
}

/** The conversion as the host calls it, in a Node of its own without a sandbox. */
const bare = `
  const { convert } = await import(${JSON.stringify(inTree('src/engines/structured/convert.ts'))});
  await convert({ from: 'csv', to: 'json', input: ${JSON.stringify(csv)}, output: ${JSON.stringify(join(dir, 'bare.json'))}, stem: 'table', options: {} });`;

const programs: Record<string, [string, string[]]> = {
  'filemill convert table.csv --to json': [
    inTree('bin/filemill'),
    ['convert', csv, '--to', 'json', '--force'],
  ],
  'node -e 0': [process.execPath, ['-e', '0']],
  'the bare engine in a Node': [process.execPath, ['--input-type=module', '-e', bare]],
};

const shown = (values: number[]) =>
  Number.isNaN(values[0]) ? '' : `${Math.round(median(values))} (${Math.round(Math.min(...values))})`;

try {
  // The first command on a machine compiles what the next ones find.
  for (let warm = 0; warm < 3; warm++) await time(...programs['filemill convert table.csv --to json']!);
  const table: Record<string, Record<string, string>> = {};
  for (const [name, program] of Object.entries(programs)) {
    const took: Took[] = [];
    for (let round = 0; round < rounds; round++) took.push(await time(...program));
    table[name] = {
      'job begins, ms (least)': shown(took.map(({ begins }) => begins)),
      'in all, ms (least)': shown(took.map(({ total }) => total)),
    };
  }
  console.table(table);
} finally {
  await rm(dir, { recursive: true });
}
