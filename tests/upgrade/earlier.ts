import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Job } from '../../src/contract/schemas/job.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { Client } from '../support/client.ts';
import { type ServiceProcess, startProcess } from '../support/processes/service-process.ts';
import { png } from '../support/samples.ts';
import { Person, password, type SignedIn } from '../workspace/support/person.ts';

const run = promisify(execFile);

/** The earlier version: the first one that could make a backup, with 20 migrations. */
export const commit = 'e301f5f6';

/** The ids, secrets and digests that the earlier version returned, which must stay valid after an upgrade. */
export interface Kept {
  key: string;
  workspaceId: string;
  email: string;
  /** Completed jobs with the digests of their results: a small one in the database, a large one in a file. */
  results: { jobId: string; sha256: string }[];
  failedJob: { id: string; reason: string };
  /** A job that was started when no worker was running. */
  queuedJob: string;
  recipe: { id: string; name: string };
  run: { id: string; sha256: string };
  webhook: { id: string; secret: string };
}

export const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A text whose result is too large for a row. */
const longText = Array.from({ length: 3000 }, (_, i) => `line ${i}`).join('\n');

const text = (content: string) => ({
  type: 'document-convert',
  filename: 'a.txt',
  contentType: 'text/plain',
  bytes: Buffer.from(content),
});

/** Uploads a picture as an artifact, and runs a recipe on it. */
export async function runRecipe(client: Client, recipeId: string): Promise<RecipeRun> {
  const bytes = png(8, 8);
  const artifact = await client.expect(
    client.post<{ id: string; uploadUrl: string }>('/artifacts', {
      filename: 'a.png',
      fileSize: bytes.length,
      contentType: 'image/png',
    }),
  );
  await client.upload(artifact.uploadUrl, bytes);
  const { id } = await client.expect(
    client.post<RecipeRun>(`/recipes/${recipeId}/runs`, { inputArtifactId: artifact.id }),
  );
  for (;;) {
    const started = await client.expect(client.get<RecipeRun>(`/recipe-runs/${id}`));
    if (!['pending', 'queued', 'running', 'processing'].includes(started.status)) return started;
  }
}

export const downloadJob = async (client: Client, id: string): Promise<Uint8Array> => {
  const { result } = await client.expect(client.get<Job>(`/jobs/${id}`));
  return client.download(result!.downloadUrl!);
};

export async function downloadRun(client: Client, { steps }: RecipeRun): Promise<Uint8Array> {
  return downloadJob(client, steps.at(-1)!.jobId!);
}

/** Writes plans with a retention of sixty years, so that what the earlier version stored is still there. */
async function writePlans(checkout: string, path: string): Promise<void> {
  const plans = JSON.parse(await readFile(join(checkout, 'src/domain/plans/default.json'), 'utf8'));
  plans.enterprise.retentionSeconds = 60 * 365 * 86_400;
  await writeFile(path, JSON.stringify(plans));
}

/** Signs in and makes a job of each kind, a recipe with a run, and a webhook. */
async function useService(
  { url, signInLink }: ServiceProcess,
  filemill: (...args: string[]) => Promise<Record<string, string>>,
): Promise<Omit<Kept, 'queuedJob'>> {
  const email = 'ada@example.com';
  const token = signInLink!.split('#token=')[1];
  await new Person(url!).ok<SignedIn>('POST', '/welcome', { token, name: 'Ada', email, password });
  const { key, workspaceId } = await filemill('keys', 'create', '--plan', 'enterprise');
  const { id, secret } = await filemill(
    ...['webhooks', 'create', '--workspace', workspaceId!],
    ...['--url', 'https://example.com/hook', '--events', 'job.failed'],
  );
  const client = new Client(url!, key);
  const results: Kept['results'] = [];
  for (const content of ['Hello', longText]) {
    const { id: jobId } = await client.run(text(content), { outputFormat: 'html' });
    results.push({ jobId, sha256: digest(await downloadJob(client, jobId)) });
  }
  const broken = { type: 'image-resize', filename: 'a.png', bytes: png(8, 8).subarray(0, 30) };
  const failed = await client.run({ ...broken, contentType: 'image/png' }, { width: 4 });
  const steps = [{ name: 'webp', jobType: 'image-convert', options: { outputFormat: 'webp' } }];
  const recipe = await client.expect(client.post<Recipe>('/recipes', { name: 'To WebP', steps }));
  const run = await runRecipe(client, recipe.id);
  return {
    key: key!,
    workspaceId: workspaceId!,
    email,
    results,
    failedJob: { id: failed.id, reason: failed.failure!.reason! },
    recipe: { id: recipe.id, name: recipe.name },
    run: { id: run.id, sha256: digest(await downloadRun(client, run)) },
    webhook: { id: id!, secret: secret! },
  };
}

/** Starts a job where no worker runs. */
async function queueJob({ url }: ServiceProcess, key: string): Promise<string> {
  const client = new Client(url!, key);
  const { bytes, ...file } = text('later');
  const job = await client.create({ ...file, fileSize: bytes.length, options: { outputFormat: 'html' } });
  await client.upload(job.uploadUrl!, bytes);
  await client.expect(client.post(`/jobs/${job.id}/start`));
  return job.id;
}

/** Uses an installation of the earlier version in a checkout of it, as callers and people do, and stops it. */
export async function useEarlier(checkout: string, dataDir: string): Promise<Kept> {
  const command = join(checkout, 'bin/filemill.mjs');
  const plans = `${dataDir}-plans.json`;
  await writePlans(checkout, plans);
  const env = { DATA_DIR: dataDir, PLANS_FILE: plans, LOG_LEVEL: 'warn', SANDBOX: 'off' };
  const filemill = async (...args: string[]) => {
    const given = { PATH: process.env.PATH, HOME: process.env.HOME, ...env };
    return JSON.parse((await run(process.execPath, [command, ...args, '--json'], { env: given })).stdout);
  };
  const whole = await startProcess(env, command);
  const kept = await useService(whole, filemill).finally(whole.stop);
  const api = await startProcess({ ...env, ROLE: 'api' }, command);
  return { ...kept, queuedJob: await queueJob(api, kept.key).finally(api.stop) };
}

/** Puts the earlier version into a folder, with the packages of this one. */
export async function checkOut(folder: string): Promise<void> {
  await run('sh', [
    '-c',
    `git archive ${commit} | tar -x -C "${folder}" && ln -s "$PWD/node_modules" "${folder}"`,
  ]);
}
