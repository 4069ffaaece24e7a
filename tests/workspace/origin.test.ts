import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../chaos/fleet.ts';
import { send } from '../support/sending.ts';
import { startService, type TestService } from '../support/service.ts';
import { firstUser, Person, password } from './support/person.ts';

let service: TestService;
let ada: Person;
beforeAll(async () => {
  service = await startService();
  ada = (await firstUser(service)).person;
});
afterAll(() => service.stop());

const rename = (headers: Record<string, string>, body: unknown = { name: 'Ada' }) =>
  ada.send('PATCH', '/account', body, headers);

describe('a request that changes data', () => {
  test.each([
    ['a client other than a browser', () => ({})],
    ['a page of the service', () => ({ origin: service.url, 'sec-fetch-site': 'same-origin' })],
    ['a page of the service in a browser that sends only the origin', () => ({ origin: service.url })],
    ['the address bar', () => ({ 'sec-fetch-site': 'none' })],
  ])('may come from %s', async (_, headers) => {
    expect((await rename(headers() as Record<string, string>)).status).toBe(200);
  });

  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site in a browser that sends only the origin', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a site with a similar name', { origin: 'http://127.0.0.1.evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['another subdomain', { 'sec-fetch-site': 'same-site' }],
  ])('may not come from %s', async (_, headers) => {
    expect(await rename(headers)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test('may not sign a user in or out from another site', async () => {
    const headers = { origin: 'https://evil.example' };
    const stranger = new Person(service.url);
    const signIn = await stranger.send('POST', '/session', { email: 'ada@example.com', password }, headers);
    expect(signIn.status).toBe(403);
    expect(signIn.headers.getSetCookie()).toEqual([]);
    expect((await ada.send('DELETE', '/session', undefined, headers)).status).toBe(403);
    expect((await ada.get('/session')).status).toBe(200);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'with a body of %s, which an HTML form can send, is 415',
    async type => {
      const answer = await rename({ 'content-type': type }, '{"name":"Ada"}');
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    },
  );
});

describe('other origins', () => {
  test('get no CORS headers on responses or preflights', async () => {
    const answer = await ada.send('GET', '/session', undefined, { origin: 'https://evil.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    for (const path of ['/api/workspace/session', '/api/workspace', '/api/workspace/x']) {
      const preflight = await fetch(service.url + path, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      });
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
      expect(preflight.ok).toBe(false);
    }
    const open = await fetch(`${service.url}/api/public/jobs`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(open.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('cannot read the metrics, even with a host name that resolves to this machine', async () => {
    for (const path of ['/metrics', '/healthz', '/readyz', '/', '/api/publicity']) {
      const answer = await fetch(service.url + path, { headers: { origin: 'https://evil.example' } });
      expect(answer.headers.get('access-control-allow-origin'), path).toBeNull();
    }
    const askAs = async (host: string) =>
      (await send('GET', `${service.url}/metrics`, undefined, { host })).status;
    await expect(askAs('evil.example')).resolves.toBe(403);
    expect((await fetch(`${service.url}/metrics`)).status).toBe(200);
  });

  test('cannot use a session for the public API, or a key for the workspace API', async () => {
    const jobs = await fetch(`${service.url}/api/public/jobs`, { headers: { cookie: ada.cookie } });
    expect(jobs.status).toBe(401);
    const { key } = await service.client();
    const headers = { authorization: `Bearer ${key}` };
    expect((await new Person(service.url).send('GET', '/session', undefined, headers)).status).toBe(401);
  });
});

describe('behind HTTPS', () => {
  let secure: TestService;
  beforeAll(async () => {
    const port = await freePort();
    const env = { PUBLIC_URL: 'https://files.example.com/mill', PORT: String(port) };
    // The test connects directly, as a proxy would.
    secure = { ...(await startService('api', env)), url: `http://127.0.0.1:${port}` };
  });
  afterAll(() => secure.stop());

  test('the cookie has the __Host- prefix, and only requests from PUBLIC_URL may change data', async () => {
    const { person } = await firstUser(secure);
    expect(person.cookie).toMatch(/^__Host-filemill_session=/);
    const signIn = await person.signIn('ada@example.com');
    expect(signIn.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-filemill_session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    const from = (origin: string) => person.send('PATCH', '/account', { name: 'A' }, { origin });
    expect((await from('https://files.example.com')).status).toBe(200);
    expect((await from(secure.url)).status).toBe(403);
  });

  test('X-Forwarded-For is trusted from a proxy on this machine, and ignored without PUBLIC_URL', async () => {
    const person = new Person(secure.url);
    await person.send(
      'POST',
      '/session',
      { email: 'ada@example.com', password },
      { 'x-forwarded-for': '198.51.100.9, 203.0.113.7' },
    );
    const seen = (who: Person) =>
      who
        .ok<{ sessions: { address: string; current: boolean }[] }>('GET', '/sessions')
        .then(({ sessions }) => sessions.find(each => each.current)!.address);
    expect(await seen(person)).toBe('203.0.113.7');
    // Without PUBLIC_URL there is no proxy.
    const direct = new Person(service.url);
    await direct.send(
      'POST',
      '/session',
      { email: 'ada@example.com', password },
      { 'x-forwarded-for': '203.0.113.7' },
    );
    expect(await seen(direct)).toBe('127.0.0.1');
  });
});
