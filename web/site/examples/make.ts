// Makes the results that the pages of job types show, with exactly the commands on those pages: `node web/site/examples/make.ts`
// for all, or for the job types named.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadJobTypes } from '../../../src/jobs/registry.ts';
import { writeCommand } from '../pages/requests.ts';
import { chooseExample, listFiles } from './example.ts';
import { makeInputs } from './inputs.ts';
import { drawPreview } from './preview.ts';
import { runCommand } from './run-command.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Larger results are not kept in the repository. */
const maxBytes = 100_000;

await makeInputs();
const named = process.argv.slice(2);
for (const job of (await loadJobTypes()).values()) {
  const example = chooseExample(job);
  if (named.length > 0 && !named.includes(job.id)) continue;
  const folder = mkdtempSync(join(tmpdir(), 'filemill-example-'));
  for (const name of listFiles(example)) cpSync(at(`inputs/${name}`), join(folder, name));
  const before = new Set(readdirSync(folder));
  runCommand(writeCommand(job, example), folder);
  const made = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    name => !before.has(name) && statSync(join(folder, name)).isFile(),
  );
  const results = at(`results/${job.id}`);
  rmSync(results, { recursive: true, force: true });
  for (const name of made) {
    if (statSync(join(folder, name)).size > maxBytes) continue;
    const result = join(results, name.split('/').at(-1)!);
    mkdirSync(results, { recursive: true });
    cpSync(join(folder, name), result);
    if (result.endsWith('.pdf') && job.id !== 'pdf-protect') await drawPreview(result);
  }
  rmSync(folder, { recursive: true });
  console.log(job.id, made.join(' '));
}
