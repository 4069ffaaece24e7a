import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenApi } from '../support/described.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let document: OpenApi;
beforeAll(async () => {
  service = await startService();
  document = (await (await fetch(`${service.url}/api/public/openapi.json`)).json()) as OpenApi;
});
afterAll(() => service.stop());

test('the document is a valid OpenAPI 3.1 document, served without a key', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document.openapi).toBe('3.1.0');
});

test('it describes every endpoint of the endpoint map, and the map names every endpoint of the specification', async () => {
  const client = await service.client();
  const { body } = await client.get<{ endpoints: { method: string; path: string }[]; jobTypes: string[] }>(
    '/',
  );
  for (const { method, path } of body.endpoints) {
    const described = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')];
    expect(described, path).toHaveProperty(method.toLowerCase());
  }
  const listed = body.endpoints.map(({ method, path }) => `${method} ${path}`);
  for (const endpoint of [
    'GET /',
    'POST /run/:jobType',
    'POST /convert/:outputFormat',
    'POST /run/recipes/:id',
    'POST /jobs',
    'POST /merge',
    'GET /jobs',
    'GET /jobs/:id',
    'POST /jobs/:id/start',
    'POST /jobs/:id/refresh-url',
    'POST /jobs/:id/cancel',
    'DELETE /jobs/:id',
    'GET /jobs/:id/events',
    'GET /job-types',
    'GET /usage',
    'GET /artifacts/:id',
    'GET /recipes',
    'POST /recipes',
    'GET /recipes/:id',
    'DELETE /recipes/:id',
    'POST /recipes/:id/runs',
    'GET /recipe-runs',
    'GET /recipe-runs/:id',
    'POST /recipe-runs/:id/cancel',
    'GET /events',
  ])
    expect(listed).toContain(endpoint);
  expect(body.jobTypes).toContain('pdf-merge');
});

test('POST /jobs is described with the options of every job type', async () => {
  const text = JSON.stringify(document.paths['/jobs']!.post);
  const client = await service.client();
  const { body } = await client.get<{
    jobTypes: { id: string; inputs: string; options: { properties: object } }[];
  }>('/job-types');
  for (const { id, inputs, options } of body.jobTypes) {
    if (inputs === 'many') continue;
    expect(text).toContain(`"${id}"`);
    for (const name of Object.keys(options.properties)) expect(text).toContain(`"${name}"`);
  }
});

test('whatever has a pattern says in words what it must be like: a refusal repeats them', async () => {
  const silent: unknown[] = [];
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('pattern' in part && typeof part.pattern === 'string' && !('description' in part)) silent.push(part);
    Object.values(part).forEach(walk);
  };
  const workspace = await (await fetch(`${service.url}/api/workspace/openapi.json`)).json();
  for (const { paths } of [document, workspace as OpenApi]) walk(paths);
  expect(silent).toEqual([]);
});

test('the reference page is served without a key, from this machine only', async () => {
  const response = await fetch(`${service.url}/api/public/docs`);
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain('Filemill');
  expect(page).not.toMatch(/src="https?:/);
});

test('job types tell what each format can become', async () => {
  const client = await service.client();
  const { body } = await client.get<{
    jobTypes: { id: string; available: boolean; conversions: Record<string, string[]> }[];
  }>('/job-types');
  const convert = body.jobTypes.find(job => job.id === 'document-convert')!;
  expect(convert.available).toBe(true);
  expect(convert.conversions.pdf).toContain('txt');
  expect(convert.conversions.txt).toEqual(expect.arrayContaining(['html', 'pdf']));
  const resize = body.jobTypes.find(job => job.id === 'image-resize')!;
  expect(resize.conversions.png).toContain('png');
  for (const { id, available, conversions } of body.jobTypes) {
    expect(available, id).toBe(true);
    for (const [format, outputs] of Object.entries(conversions))
      expect(outputs, `${id} of ${format}`).not.toEqual([]);
  }
});
