import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartialText } from '../../src/contract/partial-text.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { inaugural } from '../../src/jobs/ai/speech-to-text/testing/speak.ts';
import type { Client } from '../support/client.ts';
import { isMissing } from '../support/needs.ts';
import { modelsDir } from '../support/run-job.ts';
import { startService, type TestService } from '../support/service.ts';
import { firstUser, type Person } from '../workspace/support/person.ts';

const hasModels = ['whisper-base.en', 'silero-vad'].every(name => existsSync(join(modelsDir, name)));
// In noise the model may miss the last letter of "Americans"; the noisy audio alone is transcribed the same
// way.
const said =
  /my fellow America(ns)?,? ask not what your country can do for you,? ask what you can do for your country/i;

let dir: string;
let service: TestService;
let ada: Person;
let home: string;
let client: Client;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-talk-'));
  service = await startService('all');
  ({ person: ada, workspaceId: home } = await firstUser(service));
  client = await service.client({ workspaceId: home });
});
afterAll(async () => {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
});

async function makeNoisyVideo(): Promise<Buffer> {
  const path = join(dir, 'talk.mp4');
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-i', inaugural, '-f', 'lavfi', '-i', 'anoisesrc=a=0.02:seed=7:d=11'],
    ...['-f', 'lavfi', '-i', 'testsrc=s=128x96:r=5:d=11'],
    ...['-filter_complex', '[0:a][1:a]amix=inputs=2:duration=shortest:normalize=0[s]'],
    ...['-map', '2:v', '-map', '[s]', '-c:a', 'aac', path],
  ]);
  return readFile(path);
}

async function keep(bytes: Buffer): Promise<string> {
  const file = { filename: 'talk.mp4', contentType: 'video/mp4', fileSize: bytes.length };
  const job = await client.create({ type: 'voice-isolation', ...file, options: {} });
  await client.upload(job.uploadUrl!, bytes);
  return (await client.get(`/jobs/${job.id}`)).body.inputs[0]!.artifactId!;
}

const step = (jobType: string, tab: string, options: object) => ({
  name: jobType,
  jobType,
  config: { tab, processingMode: 'server', [tab]: options },
});

/** Reads the partial text in the job's event stream until it ends. */
async function followText(jobId: string): Promise<PartialText[]> {
  const stream = await fetch(`${client.base}/jobs/${jobId}/events`, {
    headers: { authorization: `Bearer ${client.key}` },
  });
  const events = await stream.text();
  return [...events.matchAll(/event: partial\ndata: (.*)\n/g)].map(([, data]) => JSON.parse(data!));
}

test.skipIf(isMissing(hasModels))(
  'a recipe converts a noisy video to a PDF transcript, streams the text, and is charged for each step',
  async () => {
    const inputArtifactId = await keep(await makeNoisyVideo());
    const recipe = await client.expect(
      client.post<Recipe>('/recipes', {
        name: 'Minutes',
        description: '',
        steps: [
          step('voice-isolation', 'ai', { outputFormat: 'wav' }),
          step('speech-to-text', 'ai', { language: 'en' }),
          step('document-convert', 'document', { outputFormat: 'pdf' }),
        ],
      }),
    );
    const { id } = await client.expect(
      client.post<RecipeRun>(`/recipes/${recipe.id}/runs`, { inputArtifactId }),
    );
    const run = () => client.expect(client.get<RecipeRun>(`/recipe-runs/${id}`));
    const waiting = { timeout: 300_000, interval: 100 };
    await expect.poll(async () => (await run()).steps[1]?.jobId, waiting).toBeTruthy();
    const texts = await followText((await run()).steps[1]!.jobId!);
    await expect.poll(async () => (await run()).status, waiting).toMatch(/completed|failed/);
    const { status, steps } = await run();
    expect(status).toBe('completed');
    expect(texts.map(({ text }) => text).join(' ')).toMatch(said);
    expect(texts.at(-1)!.end).toBeLessThan(11.1);

    const jobs = await Promise.all(steps.map(async each => (await client.get(`/jobs/${each.jobId}`)).body));
    expect(jobs.map(job => job.credits)).toEqual([1, 1, 0]);
    expect(jobs[1]!.result!.engines.map(({ name }) => name)).toEqual(['ffmpeg', 'silero-vad', 'whisper']);
    const page = join(dir, 'talk.pdf');
    await writeFile(page, await client.download(jobs[2]!.result!.downloadUrl!));
    const text = execFileSync('pdftotext', [page, '-'], { encoding: 'utf8' });
    expect(text.replace(/\s+/g, ' ')).toMatch(said);

    const { entries } = await ada.ok<{ entries: { kind: string; amount: number; jobId?: string }[] }>(
      'GET',
      `/workspaces/${home}/ledger?limit=100`,
    );
    for (const { id: jobId } of jobs.slice(0, 2)) {
      const own = entries.filter(entry => entry.jobId === jobId);
      expect(own.map(({ kind }) => kind)).toEqual(['settlement', 'reservation']);
      expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBe(-1);
    }
  },
  600_000,
);
