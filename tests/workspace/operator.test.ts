import { randomUUID } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '../../src/contract/schemas/operator.ts';
import { purgeFailures } from '../../src/domain/work/failures/failures.ts';
import { failJob } from '../../src/queue/ends/end.ts';
import { claimJobs } from '../support/queue.ts';
import { png } from '../support/samples.ts';
import { startService, type TestService } from '../support/service.ts';
import { documentOf, firstUser, joined, type Person } from './support/person.ts';

let service: TestService;
let client: Awaited<ReturnType<TestService['client']>>;
let ada: Person;
let home: string;
beforeAll(async () => {
  service = await startService();
  ({ person: ada, workspaceId: home } = await firstUser(service));
  client = await service.client();
});
afterAll(() => service.stop());

/** Claims a job, and reports its attempt as failed. */
async function failed(reason: 'engine_error' | 'unreadable_input', detail: string) {
  const bytes = png(2, 2);
  const job = await client.create({
    type: 'image-convert',
    filename: 'a.png',
    contentType: 'image/png',
    fileSize: bytes.length,
    options: { outputFormat: 'webp' },
  });
  await client.upload(job.uploadUrl!, bytes);
  await client.expect(client.post(`/jobs/${job.id}/start`));
  const [claim] = await claimJobs(service.db, {
    workerId: 'worker-1',
    most: 1,
    leaseSeconds: 60,
    engines: ['sharp', 'magick', 'jxl', 'libheif', 'ghostscript'],
  });
  const diagnosticId = randomUUID();
  const outcome = await failJob(service.db, claim!, {
    reason,
    detail,
    diagnosticId,
    workerId: 'worker-1',
    attempts: 3,
  });
  return { jobId: job.id, claim: claim!, diagnosticId, outcome };
}

describe('failures', () => {
  test('show engine, program, exit code, output, attempt and worker to operators, and none of it to callers', async () => {
    const { jobId, diagnosticId } = await failed(
      'unreadable_input',
      'pdftoppm ended with exit code 99\nSyntax Error: secret words',
    );
    const shown = await client.get<{ failure: { diagnosticId: string } }>(`/jobs/${jobId}`);
    expect(shown.body.failure.diagnosticId).toBe(diagnosticId);
    expect(JSON.stringify(shown.body)).not.toMatch(/secret words|pdftoppm|worker-1/);
    const failure = await ada.ok<Failure>('GET', `/operator/failures/${diagnosticId}`);
    expect(failure).toMatchObject({
      jobId,
      workspaceId: client.workspaceId,
      jobType: 'image-convert',
      attempt: 1,
      reason: 'unreadable_input',
      outcome: 'failed',
      engines: ['sharp'],
      program: 'pdftoppm',
      exitCode: 99,
      stderr: 'Syntax Error: secret words',
      workerId: 'worker-1',
    });
    expect((await ada.get(`/operator/failures/${randomUUID()}`)).status).toBe(404);
    expect((await ada.get('/operator/failures/nonsense')).status).toBe(404);
  });

  test('include retried attempts, with the end of a long output', async () => {
    const words = 'x'.repeat(5000);
    const { jobId, diagnosticId, outcome, claim } = await failed(
      'engine_error',
      `gs ended with SIGSEGV\n${words}the end`,
    );
    expect(outcome).toBe('retried');
    const failure = await ada.ok<Failure>('GET', `/operator/failures/${diagnosticId}`);
    expect(failure).toMatchObject({ program: 'gs', signal: 'SIGSEGV', outcome: 'retried' });
    expect(failure).not.toHaveProperty('exitCode');
    expect(failure.stderr).toHaveLength(4096);
    expect(failure.stderr).toMatch(/the end$/);
    // A worker that no longer holds the job changes and records nothing.
    const late = {
      reason: 'engine_error',
      detail: '',
      diagnosticId: randomUUID(),
      workerId: null,
      attempts: 3,
    } as const;
    expect(await failJob(service.db, claim, late)).toBe('lost');
    expect((await ada.get(`/operator/failures/${late.diagnosticId}`)).status).toBe(404);
    expect((await client.post(`/jobs/${jobId}/cancel`)).status).toBe(200);
  });

  test('are listed newest first, in pages, and can be filtered', async () => {
    const list = (query: string) =>
      ada.ok<{ failures: Failure[]; nextCursor: string | null }>('GET', `/operator/failures?${query}`);
    const all = (await list('limit=100')).failures;
    expect(all.map(each => each.outcome)).toEqual(['retried', 'failed']);
    const first = await list('limit=1');
    const second = await list(`limit=1&cursor=${first.nextCursor}`);
    expect([...first.failures, ...second.failures]).toEqual(all);
    expect((await list('reason=engine_error')).failures).toEqual([all[0]]);
    expect((await list(`jobId=${all[1]!.jobId}`)).failures).toEqual([all[1]]);
    expect((await list('engine=sharp')).failures).toEqual(all);
    expect((await list(`workspaceId=${home}`)).failures).toEqual([]);
    expect((await ada.get('/operator/failures?cursor=x')).status).toBe(400);
  });

  test('are deleted when their job is erased or its retention ends', async () => {
    const gone = await failed('unreadable_input', 'first');
    expect((await client.send('DELETE', `/jobs/${gone.jobId}`)).status).toBe(204);
    expect((await ada.get(`/operator/failures/${gone.diagnosticId}`)).status).toBe(404);
    const old = await failed('unreadable_input', 'second');
    await purgeFailures(service.db, 100);
    expect((await ada.get(`/operator/failures/${old.diagnosticId}`)).status).toBe(200);
    await sql`update jobs set expires_at = now() - interval '1 second' where id = ${old.jobId}`.execute(
      service.db,
    );
    await purgeFailures(service.db, 100);
    expect((await ada.get(`/operator/failures/${old.diagnosticId}`)).status).toBe(404);
  });
});

test('operators see every workspace and plan, and workspace owners do not', async () => {
  const all = await ada.ok<{ workspaces: { id: string }[] }>('GET', '/operator/workspaces?limit=100');
  expect(all.workspaces.map(each => each.id)).toEqual(expect.arrayContaining([home, client.workspaceId]));
  expect((await ada.get(`/workspaces/${client.workspaceId}`)).status).toBe(404);
  const { plans } = await ada.ok<{ plans: { id: string }[] }>('GET', '/operator/plans');
  expect(plans.map(plan => plan.id)).toEqual(['free', 'developer', 'enterprise']);
  const { person } = await joined(ada, home, 'owner', 'owner@example.com');
  for (const path of [
    '/operator/failures',
    '/operator/workspaces',
    '/operator/plans',
    `/operator/failures/${randomUUID()}`,
  ])
    expect((await person.get(path)).status).toBe(403);
});

describe('the workspace API document', () => {
  test('is a valid OpenAPI 3.1 document of its own, which the public one does not mention', async () => {
    const { document } = await documentOf(service.url);
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    const paths = Object.keys(document.paths);
    for (const path of [
      '/session',
      '/welcome',
      '/workspaces/{workspaceId}',
      '/workspaces/{workspaceId}/jobs/{id}/start',
    ])
      expect(paths).toContain(path);
    const open = (await (await fetch(`${service.url}/api/public/openapi.json`)).json()) as { paths: object };
    expect(JSON.stringify(open)).not.toMatch(/"[^"]*\/(session|operator)|"Member"/);
    expect(Object.keys(open.paths).filter(path => path.includes('workspace'))).toEqual([]);
  });

  test('lists only public routes and routes that are 401 without a session', async () => {
    const { document } = await documentOf(service.url);
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods)) {
        if ((operation as { security?: unknown[] }).security?.length === 0) continue;
        const response = await fetch(`${service.url}/api/workspace${path.replaceAll(/\{\w+\}/g, 'x')}`, {
          method: method.toUpperCase(),
        });
        expect(response.status, `${method} ${path}`).toBe(401);
      }
  });

  test('has a reference page', async () => {
    const page = await (await fetch(`${service.url}/api/workspace/docs`)).text();
    expect(page).toContain('Filemill workspace');
    expect(page).not.toMatch(/src="https?:/);
  });
});
