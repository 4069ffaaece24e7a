import { request as httpRequest } from 'node:http';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { resetPassword } from '../../src/domain/people/accounts/passwords.ts';
import { until } from '../support/sending.ts';
import { startService, type TestService } from '../support/service.ts';
import { documentOf, firstUser, joined, Person, password } from './support/person.ts';

let service: TestService;
let ada: Person;
let home: string;
beforeAll(async () => {
  service = await startService();
  ({ person: ada, workspaceId: home } = await firstUser(service));
});
afterAll(() => service.stop());

/** Lists all operations of the document below a path, with ids of nothing. */
async function operations(below: string): Promise<{ method: string; path: string; name: string }[]> {
  const { document } = await documentOf(service.url);
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith(below))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map(method => ({
        method: method.toUpperCase(),
        path: path.replace('{workspaceId}', home).replaceAll(/\{\w+\}/g, 'x'),
        name: `${method.toUpperCase()} ${path.slice(below.length)}`,
      })),
    );
}

const inside = () => operations('/workspaces/{workspaceId}');
const answers = async (person: Person, asked: Awaited<ReturnType<typeof operations>>, status: number) => {
  const names: string[] = [];
  for (const { method, path, name } of asked)
    if ((await person.send(method, path)).status === status) names.push(name);
  return names;
};

/** Runs `meanwhile` while `attempt`, started before, waits for the lock of `hold`. */
async function runDuring<T>(
  hold: RawBuilder<unknown>,
  attempt: () => Promise<T>,
  meanwhile: (trx: Database) => Promise<unknown>,
) {
  const { attempted } = await service.db.transaction().execute(async trx => {
    await hold.execute(trx);
    const waiting = attempt();
    await until(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(service.db);
      return rows.length > 0;
    }, 'a request waits');
    await meanwhile(trx);
    return { attempted: waiting };
  });
  return attempted;
}

describe('rights', () => {
  test('a viewer cannot change anything with any operation', async () => {
    const { person } = await joined(ada, home, 'viewer', 'viewer@example.com');
    const changing = (await inside()).filter(({ method }) => method !== 'GET');
    const refused = await answers(person, changing, 403);
    const others = changing.map(({ name }) => name).filter(name => !refused.includes(name));
    // The estimate and the last two only read.
    expect(others.sort()).toEqual([
      'DELETE /members/{userId}',
      'POST /jobs/estimate',
      'POST /jobs/{id}/refresh-url',
      'POST /recipes/preview',
      'POST /recipes/step-choices',
    ]);
  });

  test('a member can use the workspace but not manage it', async () => {
    const { person } = await joined(ada, home, 'member', 'member@example.com');
    const changing = (await inside()).filter(({ method }) => method !== 'GET');
    const managing = changing.filter(
      ({ name }) =>
        !/ \/(jobs|merge|recipes|recipe-runs|golden-files|batches|triggers|artifacts|run|convert)\b/.test(
          name,
        ),
    );
    expect(managing.length).toBeGreaterThan(15);
    expect(await answers(person, changing, 403)).toEqual(
      managing.map(({ name }) => name).filter(name => name !== 'DELETE /members/{userId}'),
    );
  });

  test('a removed member with an open session gets 404, and 403 from operator routes', async () => {
    const { person, id } = await joined(ada, home, 'admin', 'gone@example.com');
    expect((await person.get(`/workspaces/${home}/keys`)).status).toBe(200);
    await ada.ok('DELETE', `/workspaces/${home}/members/${id}`);
    const all = await inside();
    expect(await answers(person, all, 404)).toEqual(all.map(({ name }) => name));
    const operating = await operations('/operator');
    expect(operating.length).toBeGreaterThan(5);
    expect(await answers(person, operating, 403)).toEqual(operating.map(({ name }) => name));
  });

  test('an admin who is demoted while creating an invitation is refused', async () => {
    const { person, id } = await joined(ada, home, 'admin', 'demoted@example.com');
    const answer = await runDuring(
      sql`select pg_advisory_xact_lock(hashtext(${`members ${home}`}))`,
      () => person.post(`/workspaces/${home}/invitations`, { email: 'me@example.com', role: 'admin' }),
      trx => sql`update members set role = 'viewer' where user_id = ${id}`.execute(trx),
    );
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const { rows } = await sql`select from invitations where invited_by = ${id}`.execute(service.db);
    expect(rows).toEqual([]);
  });
});

describe("an operator's password reset", () => {
  test('prevents a concurrent sign-in with the old password', async () => {
    const { person, id } = await joined(ada, home, 'viewer', 'stolen@example.com');
    await sql`create function wait_here() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(1); return new; end $$`.execute(service.db);
    await sql`create trigger wait_here before insert on sessions for each row execute function wait_here()`.execute(
      service.db,
    );
    const answer = await runDuring(
      sql`select pg_advisory_xact_lock(1)`,
      () => new Person(service.url).signIn('stolen@example.com'),
      () => resetPassword(service.db, id),
    );
    await sql`drop function wait_here() cascade`.execute(service.db);
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await person.get('/session')).status).toBe(401);
    const { rows } = await sql`select from sessions where user_id = ${id}`.execute(service.db);
    expect(rows).toEqual([]);
  });

  test('is not undone by a password change that was in progress', async () => {
    const { person, id } = await joined(ada, home, 'viewer', 'changing@example.com');
    const answer = await runDuring(
      sql`select from credentials where user_id = ${id} for update`,
      () => person.post('/account/password', { currentPassword: password, newPassword: 'chosen by a thief' }),
      trx => sql`update credentials set password = null where user_id = ${id}`.execute(trx),
    );
    expect(answer.status).toBe(400);
    expect((await person.signIn('changing@example.com', 'chosen by a thief')).status).toBe(401);
  });
});

describe('text with a null character', () => {
  test('is treated as an unknown id everywhere', async () => {
    for (const { method, path } of await operations('/')) {
      if (!path.split('/').includes('x')) continue;
      const body = ['POST', 'PUT', 'PATCH'].includes(method)
        ? { role: 'viewer', plan: 'free', amount: 1 }
        : undefined;
      const answer = await ada.send(method, path.replaceAll('/x', '/a%00b'), body);
      expect([400, 404], `${method} ${path}`).toContain(answer.status);
      if (body === undefined) expect(answer.status, `${method} ${path}`).toBe(404);
    }
    const { key } = await service.client();
    const started = await fetch(`${service.url}/api/public/jobs/%00/start`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await started.json()).toMatchObject({ code: 'job_not_found' });
  });

  test('is refused in a body and in a query', async () => {
    for (const answer of [
      await new Person(service.url).signIn('a\0@example.com'),
      await ada.post(`/operator/workspaces/${home}/credits`, { amount: 1, note: 'a\0' }),
      await ada.get(`/workspaces/${home}/jobs?type=%00`),
    ])
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

test('an invalid Host header does not make another origin trusted', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { host: '1.2.3.256:99999', origin: 'http://evil.example', cookie: ada.cookie };
    httpRequest(`${service.url}/api/workspace/account`, { method: 'PATCH', headers }, response => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(403);
});
