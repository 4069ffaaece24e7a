// Makes the results that the pages of job types show, with exactly the commands on those pages: `node web/site/examples/make.ts`
// for all whose inputs exist, or for the job types named.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { loadJobTypes } from '../../../src/jobs/registry.ts';
import { writeCommand } from '../pages/requests.ts';
import { chooseExample } from './example.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const filemill = at('../../../bin/filemill');

/** Larger results are not kept in the repository. */
const maxBytes = 100_000;

/** Runs one command of the page in a folder. */
const run = (command: string, cwd: string): void => {
  execFileSync('sh', ['-c', command.replace(/^filemill/, `"${filemill}" `)], { cwd, stdio: 'pipe' });
};

/** Makes the inputs that come from other files. */
async function makeInputs(): Promise<void> {
  const photo = at('inputs/photo.jpg');
  if (!existsSync(photo))
    await sharp(at('../../public/samples/harbour.jpg')).resize(400).jpeg({ quality: 80 }).toFile(photo);
  if (!existsSync(at('inputs/report.pdf'))) run('filemill convert report.html --to pdf', at('inputs'));
  await drawPreview(at('inputs/report.pdf'));
}

/** Draws the first page of a PDF, which the page shows in its place. */
async function drawPreview(path: string): Promise<void> {
  const page = execFileSync('pdftoppm', ['-r', '60', '-f', '1', '-l', '1', '-png', path]);
  await sharp(page).webp({ quality: 80 }).toFile(`${path}.webp`);
}

await makeInputs();
const named = process.argv.slice(2);
for (const job of (await loadJobTypes()).values()) {
  const example = chooseExample(job);
  const areThere = example.inputs.every(name => existsSync(at(`inputs/${name}`)));
  if (!areThere || (named.length > 0 && !named.includes(job.id))) continue;
  const folder = mkdtempSync(join(tmpdir(), 'filemill-example-'));
  for (const name of example.inputs) cpSync(at(`inputs/${name}`), join(folder, name));
  const before = new Set(readdirSync(folder));
  run(writeCommand(job, example), folder);
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
