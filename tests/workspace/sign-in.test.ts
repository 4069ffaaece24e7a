import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAuthOnDemand } from '../../src/domain/people/accounts/auth.ts';
import { resetPassword } from '../../src/domain/people/accounts/passwords.ts';
import { makeFirstUserToken } from '../../src/domain/people/workspaces/first-user.ts';
import { limits } from '../../src/settings/limits.ts';
import { startService, type TestService } from '../support/service.ts';
import { Person, password, type SignedIn } from './support/person.ts';

let service: TestService;
let ada: Person;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const forgetTries = () => sql`delete from sign_in_windows`.execute(service.db);
const someone = () => new Person(service.url);
const welcome = { name: 'Ada', email: 'Ada@Example.com', password };

describe('the first user', () => {
  test('cannot be created with an invalid or expired token', async () => {
    const expired = await makeFirstUserToken(service.db);
    await sql`update account_links set expires_at = now() - interval '1 second'`.execute(service.db);
    for (const token of ['x', 'A'.repeat(43), expired]) {
      const answer = await someone().post('/welcome', { ...welcome, token });
      expect(answer).toMatchObject({ status: 403, body: { code: 'invalid_signature' } });
    }
    expect(await service.db.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  test.each([
    [{ email: 'nobody' }, 'email'],
    [{ password: 'too short' }, 'password'],
    [{ password: 'x'.repeat(129) }, 'password'],
    [{ name: '' }, 'name'],
    [{ role: 'owner' }, 'role'],
  ])('cannot be created with %j', async (wrong, path) => {
    const token = await makeFirstUserToken(service.db);
    const { status, body } = await someone().post('/welcome', { ...welcome, token, ...wrong });
    expect(status).toBe(400);
    expect(body.details![0]!.path).toBe(path);
  });

  test('is created once from concurrent requests, as the owner of the first workspace and an operator', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, () => makeFirstUserToken(service.db)));
    const answers = await Promise.all(
      [...tokens, ...tokens].map((token, n) =>
        someone().send<SignedIn>('POST', '/welcome', { ...welcome, email: `ada${n}@example.com`, token }),
      ),
    );
    const [first, ...more] = answers.filter(answer => answer.status === 201);
    expect(more).toEqual([]);
    expect(answers.filter(answer => answer.status === 403)).toHaveLength(7);
    const { id } = await service.db
      .selectFrom('workspaces')
      .select('id')
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(first!.body).toMatchObject({ user: { operator: true }, workspaces: [{ id, role: 'owner' }] });
    expect(await makeFirstUserToken(service.db)).toBeUndefined();
    await sql`update users set email = 'ada@example.com'`.execute(service.db);
  });

  test('has no readable token or password in the database', async () => {
    const { id } = await service.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const token = await resetPassword(service.db, id);
    const { rows } = await sql<{ kept: string }>`
      select concat((select json_agg(l) from account_links l), (select json_agg(c) from credentials c)) as kept`.execute(
      service.db,
    );
    expect(rows[0]!.kept).toContain('password_reset');
    expect(rows[0]!.kept).not.toContain(token);
    expect((await someone().post('/password-resets', { token, password })).status).toBe(204);
    const { password: kept } = await service.db
      .selectFrom('credentials')
      .select('password')
      .executeTakeFirstOrThrow();
    expect(kept).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  });
});

describe('sessions', () => {
  test('signing in returns the user and sets an HttpOnly, SameSite cookie', async () => {
    ada = someone();
    const { status, headers, body } = await ada.signIn(' ADA@example.com');
    expect(status).toBe(200);
    expect(body.user.email).toBe('ada@example.com');
    const [cookie, ...more] = headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie).toMatch(/^filemill_session=\S+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  test('requests without a session or with a modified cookie are 401', async () => {
    const forged = someone();
    forged.cookie = `${ada.cookie.slice(0, -8)}AAAA%3D`;
    for (const person of [someone(), forged])
      for (const path of ['/session', '/workspaces', '/operator/failures', '/workspaces/wsp_x/jobs'])
        expect(await person.get(path)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  });

  test('can be listed, and ended one by one, all others at once, or by signing out', async () => {
    const [second, third, fourth] = [someone(), someone(), someone()];
    for (const each of [second, third, fourth]) await each.signIn('ada@example.com');
    const { sessions } = await ada.ok<{ sessions: { id: string; current: boolean }[] }>('GET', '/sessions');
    expect(sessions.length).toBeGreaterThanOrEqual(4);
    expect(sessions.filter(each => each.current)).toHaveLength(1);

    const { sessionId } = (await second.get<SignedIn>('/session')).body;
    expect((await ada.send('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
    expect((await second.get('/session')).status).toBe(401);
    expect((await ada.send('DELETE', `/sessions/${sessionId}`)).status).toBe(404);

    expect(
      (await ada.post<{ revoked: number }>('/sessions/revoke-others')).body.revoked,
    ).toBeGreaterThanOrEqual(2);
    expect((await third.get('/session')).status).toBe(401);
    expect((await ada.get('/session')).status).toBe(200);

    await third.signIn('ada@example.com');
    const kept = third.cookie;
    expect((await third.send('DELETE', '/session')).status).toBe(204);
    expect(third.cookie).toBe('');
    third.cookie = kept;
    expect((await third.get('/session')).status).toBe(401);
  });

  test('survive a database error, which is not sent to the user', async () => {
    const bob = someone();
    await bob.signIn('ada@example.com');
    const auth = await openAuthOnDemand(service.db, { secretKey: 'x'.repeat(32), publicUrl: undefined })();
    const signed = await auth.signIn('ada@example.com', password, { address: '', userAgent: undefined });
    const cookie = signed!.cookies[0]!.split(';')[0];
    await sql`alter table sessions rename to elsewhere`.execute(service.db);
    try {
      await expect(auth.visit(cookie)).rejects.toMatchObject({ code: '42P01' });
      const answer = await bob.send('DELETE', '/session');
      expect(answer.status).toBe(500);
      expect(answer.headers.getSetCookie()).toEqual([]);
    } finally {
      await sql`alter table elsewhere rename to sessions`.execute(service.db);
    }
    expect((await bob.get('/session')).status).toBe(200);
  });

  test('an expired session is invalid', async () => {
    const late = someone();
    const { body } = await late.signIn('ada@example.com');
    await sql`update sessions set expires_at = now() - interval '1 second' where id = ${body.sessionId}`.execute(
      service.db,
    );
    expect((await late.get('/session')).status).toBe(401);
  });

  test('changing the password requires the old one, and ends the other sessions', async () => {
    const other = someone();
    await other.signIn('ada@example.com');
    const change = (currentPassword: string, newPassword: string) =>
      ada.post('/account/password', { currentPassword, newPassword });
    expect(await change('not my password', 'another password')).toMatchObject({ status: 400 });
    expect((await change(password, 'another password')).status).toBe(204);
    expect([(await other.get('/session')).status, (await ada.get('/session')).status]).toEqual([401, 200]);
    expect((await other.signIn('ada@example.com')).status).toBe(401);
    expect((await other.signIn('ada@example.com', 'another password')).status).toBe(200);
    expect((await change('another password', password)).status).toBe(204);
    expect((await ada.send('PATCH', '/account', { name: 'Ada L.' })).body).toMatchObject({ name: 'Ada L.' });
  });

  test('a password of the maximum length works, and null characters are refused', async () => {
    const change = (currentPassword: string, newPassword: string) =>
      ada.post('/account/password', { currentPassword, newPassword });
    const longest = '🔑'.repeat(128);
    expect((await change(password, longest)).status).toBe(204);
    expect((await someone().signIn('ada@example.com', longest)).status).toBe(200);
    expect((await change(longest, password)).status).toBe(204);
    expect((await someone().signIn('ada@example.com', `${password}\0`)).status).toBe(400);
    expect((await change(`${password}\0`, 'another password')).status).toBe(400);
    expect((await change(password, '\0'.repeat(10))).status).toBe(400);
  });
});

describe('password guessing', () => {
  test('a wrong password and an unknown email address get the same response', async () => {
    await forgetTries();
    const [wrong, unknown] = [
      await someone().signIn('ada@example.com', 'wrong password'),
      await someone().signIn('nobody@example.com', 'wrong password'),
    ];
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    const withoutRequestId = ({ body }: { body: unknown }) => ({ ...(body as object), requestId: '' });
    expect(withoutRequestId(wrong)).toEqual(withoutRequestId(unknown));
  });

  test('injections, empty values and values that are not text are refused as addresses and passwords', async () => {
    await forgetTries();
    const injection = "' or '1'='1' --";
    expect((await someone().signIn('ada@example.com', injection)).status).toBe(401);
    for (const email of [
      "ada@example.com' or '1'='1",
      '<script>alert(1)</script>@example.com',
      injection,
      '',
    ])
      expect([400, 401], email).toContain((await someone().signIn(email)).status);
    for (const body of [{}, { email: 'ada@example.com' }, { email: ['ada@example.com'], password: {} }])
      expect((await someone().post('/session', body)).status).toBe(400);
    expect((await someone().signIn('ada@example.com')).status).toBe(200);
  });

  test('an account is locked after exactly the allowed number of concurrent guesses, with Retry-After', async () => {
    await forgetTries();
    const most = limits.signInTriesPerAccount;
    const answers = await Promise.all(
      Array.from({ length: most + 6 }, () => someone().signIn('ada@example.com', 'wrong password')),
    );
    expect(answers.filter(answer => answer.status === 401)).toHaveLength(most);
    const refused = answers.find(answer => answer.status === 429)!;
    expect(refused.body).toMatchObject({ code: 'rate_limited' });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(limits.signInWindowSeconds - 60);
    expect(wait).toBeLessThanOrEqual(limits.signInWindowSeconds);
    // The lock also applies to the correct password, but not to another account.
    expect((await someone().signIn('ada@example.com')).status).toBe(429);
    expect((await someone().signIn('nobody@example.com')).status).toBe(401);
    await sql`update sign_in_windows set started_at = now() - interval '1 hour'`.execute(service.db);
    expect((await someone().signIn('ada@example.com')).status).toBe(200);
  });

  test('an IP address is locked after too many guesses at any account or link, not counting successes', async () => {
    await forgetTries();
    await sql`insert into sign_in_windows values ('address 127.0.0.1', now(), ${limits.signInTriesPerAddress - 2})`.execute(
      service.db,
    );
    for (let n = 0; n < 4; n++) expect((await someone().signIn('ada@example.com')).status).toBe(200);
    expect((await someone().post('/invitations/show', { token: 'x' })).status).toBe(403);
    expect((await someone().signIn('b@example.com')).status).toBe(401);
    for (const path of ['/welcome', '/password-resets'])
      expect(
        (
          await someone().post(path, {
            ...welcome,
            token: 'x',
            ...(path !== '/welcome' && { name: undefined, email: undefined }),
          })
        ).status,
      ).toBe(429);
    expect((await someone().signIn('ada@example.com')).status).toBe(429);
    await forgetTries();
  });
});
