import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../support/database.ts';
import { type ProxiedDatabase, proxiedDatabase } from '../support/servers/proxied-database.ts';
import { startService, type TestService } from '../support/service.ts';

let database: ProxiedDatabase;
let service: TestService;
beforeAll(async () => {
  database = await proxiedDatabase(await freshDatabase());
  service = await startService('api', {}, undefined, database);
});
afterAll(async () => {
  database.proxy.thaw();
  await service.stop();
});

test('requests get 503 with Retry-After while the database hangs, and succeed once it responds again', async () => {
  const created = await fetch(`${service.url}/readyz`);
  expect(created.status).toBe(200);
  const client = await service.client();
  expect((await client.get('/jobs')).status).toBe(200);

  database.proxy.freeze();
  // Requests before and after the service has noticed.
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.get('/jobs')));
  for (const { status, headers } of [...answers, await client.get('/jobs')]) {
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('2');
  }
  const ready = await fetch(`${service.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ checks: { database: 'failing' } });
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);

  database.proxy.thaw();
  await expect.poll(async () => (await client.get('/jobs')).status).toBe(200);
  await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200);
});
