import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventTypes } from '../../src/contract/events.ts';
import { failureCatalogue } from '../../src/contract/failure-catalogue.ts';
import { warningCatalogue } from '../../src/contract/warnings.ts';
import { listOperations, type OpenApi } from '../../src/http/openapi/document.ts';
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

test('the document covers the endpoint map, which lists every endpoint of the specification', async () => {
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
  const client = await service.client();
  const { body } = await client.get<{
    jobTypes: { id: string; inputs: string; options: { properties: object } }[];
  }>('/job-types');
  for (const { id, inputs, options } of body.jobTypes) {
    if (inputs === 'many') continue;
    const name = (kind: string) =>
      kind.replace(
        '*',
        id.replaceAll(/(?:^|-)(.)/g, (_, c) => c.toUpperCase()),
      );
    expect(JSON.stringify(document.paths['/jobs']!.post)).toContain(`schemas/${name('New*Job')}"`);
    const { properties } = document.components.schemas[name('*Options')]!;
    expect(Object.keys(properties!), id).toEqual(Object.keys(options.properties));
  }
});

test('every pattern has a description, which error messages quote', async () => {
  const silent: unknown[] = [];
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    // A trigger's example has a file name pattern, which has no type.
    if ('pattern' in part && 'type' in part && !('description' in part)) silent.push(part);
    Object.values(part).forEach(walk);
  };
  const workspace = await (await fetch(`${service.url}/api/workspace/openapi.json`)).json();
  for (const { paths, components } of [document, workspace as OpenApi]) walk([paths, components]);
  expect(silent).toEqual([]);
});

test('every operation of both documents has a name, a description and examples', async () => {
  const workspace = (await (await fetch(`${service.url}/api/workspace/openapi.json`)).json()) as OpenApi;
  for (const each of [document, workspace])
    for (const [path, operation] of listOperations(each)) {
      const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
      const at = `${operationId} ${path}`;
      expect([operationId, summary, description].every(Boolean), at).toBe(true);
      for (const parameter of parameters) {
        expect(parameter.description, `${at} ${parameter.name}`).toBeTruthy();
        if (parameter.in === 'path') expect(parameter.example, `${at} ${parameter.name}`).toBeTruthy();
      }
      const json = [requestBody, responses[200], responses[201], responses[202]].map(
        part => part?.content?.['application/json'],
      );
      for (const content of json)
        if (content) expect(Object.keys(content.examples ?? {}), at).not.toEqual([]);
    }
});

test('fields with a default are optional, response schemas are named, and headers are documented', async () => {
  const { schemas, headers } = document.components;
  expect(schemas.PdfSplitOptions).toMatchObject({ properties: { mode: { default: 'each' } } });
  expect(schemas.PdfSplitOptions!.required ?? []).not.toContain('mode');
  const limit = document.paths['/jobs']!.get!.parameters!.find(({ name }) => name === 'limit');
  expect(limit).toMatchObject({ required: false });
  for (const [path, { responses }] of listOperations(document))
    for (const [status, { $ref, content }] of Object.entries(responses)) {
      const schema = content?.['application/json']?.schema;
      if ($ref || schema) expect($ref ?? schema!.$ref, `${path} ${status}`).toMatch(/^#\/components\//);
    }
  const started = document.paths['/jobs/{id}/start']!.post!;
  expect(started.responses[200]!.headers).toHaveProperty('X-RateLimit-Remaining');
  expect(headers).toHaveProperty('Upload-Offset');
  const upload = document.paths['/uploads/{jobId}/{index}']!;
  expect(upload.put!.requestBody!.content['*/*']!.schema).toMatchObject({ format: 'binary' });
  expect(upload.patch!.parameters!.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Tus-Resumable', 'Upload-Offset']),
  );
  expect(upload.head!.responses[200]!.headers).toHaveProperty('Upload-Length');
});

test('every webhook event is documented with its signature header and an example', () => {
  expect(Object.keys(document.webhooks!)).toEqual([...eventTypes]);
  const { post } = document.webhooks!['job.completed']!;
  expect(post.parameters!.map(({ name }) => name)).toContain('webhook-signature');
  expect(post.requestBody!.content['application/json']!.examples).toMatchObject({
    event: { value: { type: 'job.completed', data: { status: 'completed' } } },
  });
});

test('the reference lists all failures and warnings', () => {
  const { description } = document.info as { description: string };
  for (const { reason, says } of Object.values(failureCatalogue)) {
    expect(description).toContain(`| \`${reason}\` |`);
    expect(description).toContain(says);
  }
  for (const says of Object.values(warningCatalogue)) expect(description).toContain(says);
});

test('the reference page is served without a key, and loads nothing from other hosts', async () => {
  const response = await fetch(`${service.url}/api/public/docs`);
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain('<title>Filemill API reference</title>');
  expect(page).not.toMatch(/src="https?:/);
  expect(page.match(/href="[^"]+"/g)).toEqual(
    expect.arrayContaining(['href="../../../docs/"', 'href="../../../"']),
  );
  expect(page.indexOf('class="bar"')).toBeLessThan(page.indexOf('id="app"'));
});

test('job types list the output formats of each input format', async () => {
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
