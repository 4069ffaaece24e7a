import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { useService } from '../support/use-service.ts';
import { Person, password, type SignedIn } from './support/person.ts';

/** The operator's command line with a running service. */
const service = useService();

const cli = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));
const filemill = (...args: string[]) =>
  promisify(execFile)(process.execPath, [cli, 'users', ...args], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: service.dataDir,
      DATABASE_URL: service.databaseUrl,
      PUBLIC_URL: 'https://files.example.com',
    },
  });
const json = async (...args: string[]) => JSON.parse((await filemill(...args, '--json')).stdout);
const tokenOf = (link: string) => link.split('#token=')[1]!;
const ada = () => new Person(service.url);

test('first-link prints a link for the first user, and fails once there is a user', async () => {
  const { link } = await json('first-link');
  expect(link).toMatch(/^https:\/\/files\.example\.com\/welcome#token=/);
  const check = async (purpose: string, token: string) => {
    const answer = await fetch(`${service.url}/api/workspace/links/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ purpose, token }),
    });
    return answer.json();
  };
  expect(await check('first_user', tokenOf(link))).toEqual({ open: true });
  expect(await check('password_reset', tokenOf(link)), 'a link for another purpose').toEqual({ open: false });
  expect(await check('first_user', 'bad')).toEqual({ open: false });
  const signed = await ada().ok<SignedIn>('POST', '/welcome', {
    token: tokenOf(link),
    name: 'Ada',
    email: 'ada@example.com',
    password,
  });
  const failure = await filemill('first-link').catch(error => error);
  expect(failure.code).toBe(1);
  expect(failure.stderr).toMatch(/There is already a user/);
  const { users } = await json('list');
  expect(users).toMatchObject([
    {
      email: 'ada@example.com',
      operator: true,
      workspaces: [{ id: signed.workspaces[0]!.id, role: 'owner' }],
    },
  ]);
  expect((await filemill('list')).stdout).toMatch(/EMAIL\s+NAME\s+OPERATOR[\s\S]*ada@example\.com/);
});

test('reset-password revokes the password and all sessions, and only its latest link works, once', async () => {
  const [here, there] = [ada(), ada()];
  for (const each of [here, there]) expect((await each.signIn('ada@example.com')).status).toBe(200);
  const first = await json('reset-password', 'Ada@Example.com');
  const { email, link } = await json('reset-password', 'ada@example.com');
  expect(email).toBe('ada@example.com');
  expect(link).toMatch(/^https:\/\/files\.example\.com\/reset-password#token=/);
  expect([(await here.get('/session')).status, (await there.get('/session')).status]).toEqual([401, 401]);
  expect((await here.signIn('ada@example.com')).status).toBe(401);

  const choose = (from: string, given: string) =>
    ada().post('/password-resets', { token: tokenOf(from), password: given });
  expect((await choose(first.link, 'a new password')).status).toBe(403);
  expect((await choose(link, 'short')).status).toBe(400);
  const answers = await Promise.all([choose(link, 'a new password'), choose(link, 'a new password')]);
  expect(answers.map(answer => answer.status).sort()).toEqual([204, 403]);
  expect((await choose(link, 'a new password')).status).toBe(403);
  expect((await here.signIn('ada@example.com')).status).toBe(401);
  expect((await here.signIn('ada@example.com', 'a new password')).status).toBe(200);
});

test('sign-out ends sessions and keeps the password', async () => {
  const here = ada();
  await here.signIn('ada@example.com', 'a new password');
  expect((await json('sign-out', 'ada@example.com')).revoked).toBeGreaterThanOrEqual(1);
  expect((await here.get('/session')).status).toBe(401);
  expect((await here.signIn('ada@example.com', 'a new password')).status).toBe(200);
});

test('the last operator cannot be removed, and an unknown user is reported', async () => {
  const last = await filemill('operator', 'ada@example.com', '--remove').catch(error => error);
  expect(last.stderr).toMatch(/only operator/);
  for (const command of ['reset-password', 'sign-out', 'operator']) {
    const failure = await filemill(command, 'nobody@example.com').catch(error => error);
    expect(failure.code).toBe(1);
    expect(failure.stderr).toMatch(/There is no user nobody@example\.com/);
  }
  expect((await filemill('--help')).stdout).toContain('reset-password');
});
