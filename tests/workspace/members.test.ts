import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { firstUser, joined, Person, password, type SignedIn } from './support/person.ts';

let service: TestService;
let ada: Person;
let adaId: string;
let home: string;
const people: Record<string, { person: Person; id: string }> = {};
beforeAll(async () => {
  service = await startService();
  ({ person: ada, id: adaId, workspaceId: home } = await firstUser(service));
  for (const role of ['viewer', 'member', 'admin', 'owner'])
    people[role] = await joined(ada, home, role, `${role}@example.com`);
});
afterAll(() => service.stop());

const at = (path: string) => `/workspaces/${home}${path}`;
const invite = (by: Person, email: string, role = 'member') =>
  by.post<{ id: string; link: string }>(at('/invitations'), { email, role });
const tokenOf = (link: string) => link.split('#token=')[1]!;
const roleOf = async (userId: string) => {
  const { members } = await ada.ok<{ members: { userId: string; role: string }[] }>(
    'GET',
    at('/members?limit=100'),
  );
  return members.find(each => each.userId === userId)?.role;
};

describe('invitations', () => {
  test('the link is shown once, and anyone with it sees the workspace and role', async () => {
    const { status, body } = await invite(ada, 'Grace@Example.com', 'admin');
    expect(status).toBe(201);
    expect(body).toMatchObject({ email: 'grace@example.com', role: 'admin', status: 'open' });
    expect(body.link).toMatch(new RegExp(`^${service.url}/invitation#token=[\\w-]{43}$`));
    const { invitations } = await ada.ok<{ invitations: { id: string }[] }>('GET', at('/invitations'));
    expect(invitations[0]).toMatchObject({ id: body.id, invitedBy: adaId });
    expect(JSON.stringify(invitations)).not.toContain(tokenOf(body.link));
    const shown = await new Person(service.url).post('/invitations/show', { token: tokenOf(body.link) });
    expect(shown.body).toMatchObject({ workspace: { id: home }, email: 'grace@example.com', role: 'admin' });
  });

  test('concurrent acceptances of an invitation create one account with the invited address', async () => {
    const { body } = await invite(ada, 'hopper@example.com');
    const accept = () =>
      new Person(service.url).send<SignedIn>('POST', '/invitations/accept', {
        token: tokenOf(body.link),
        name: 'Hopper',
        password,
      });
    const answers = await Promise.all([accept(), accept(), accept()]);
    const made = answers.filter(answer => answer.status === 201);
    expect(made).toHaveLength(1);
    expect(made[0]!.body).toMatchObject({
      user: { email: 'hopper@example.com', operator: false },
      workspaces: [{ id: home, role: 'member' }],
    });
    expect((await accept()).status).toBe(403);
    expect((await new Person(service.url).signIn('hopper@example.com')).status).toBe(200);
    const { n } = await service.db
      .selectFrom('users')
      .select(eb => eb.fn.countAll<number>().as('n'))
      .where('email', '=', 'hopper@example.com')
      .executeTakeFirstOrThrow();
    expect(n).toBe(1);
  });

  test('a signed-in user joins with their account, and an existing user must sign in first', async () => {
    const other = await ada.ok<{ id: string }>('POST', '/workspaces', { name: 'Lab', plan: 'free' });
    const { person, id } = people.member!;
    const { link } = await ada.ok<{ link: string }>('POST', `/workspaces/${other.id}/invitations`, {
      email: 'member@example.com',
      role: 'viewer',
    });
    const stranger = await new Person(service.url).post('/invitations/accept', {
      token: tokenOf(link),
      name: 'M',
      password,
    });
    expect(stranger).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const { status, body } = await person.send<SignedIn>('POST', '/invitations/accept', {
      token: tokenOf(link),
    });
    expect(status).toBe(200);
    expect(body.user.id).toBe(id);
    expect(body.workspaces).toContainEqual({ id: other.id, name: 'Lab', role: 'viewer' });
  });

  test('a revoked, replaced or expired link is refused, and a member cannot be invited again', async () => {
    const first = (await invite(ada, 'late@example.com')).body;
    const second = (await invite(ada, 'late@example.com')).body;
    expect((await ada.send('DELETE', at(`/invitations/${second.id}`))).status).toBe(204);
    const third = (await invite(ada, 'later@example.com')).body;
    await sql`update invitations set expires_at = now() where id = ${third.id}`.execute(service.db);
    for (const { link } of [first, second, third])
      expect((await new Person(service.url).post('/invitations/show', { token: tokenOf(link) })).status).toBe(
        403,
      );
    expect((await invite(ada, 'viewer@example.com')).status).toBe(400);
    const { invitations } = await ada.ok<{ invitations: { id: string; status: string }[] }>(
      'GET',
      at('/invitations?limit=3'),
    );
    expect(invitations.map(each => each.status)).toEqual(['expired', 'revoked', 'revoked']);
    expect((await ada.send('DELETE', at('/invitations/inv_x'))).status).toBe(404);
  });

  test('only admins and owners can invite, and only owners can invite owners', async () => {
    for (const role of ['viewer', 'member'])
      expect((await invite(people[role]!.person, 'x@example.com')).status).toBe(403);
    expect((await invite(people.admin!.person, 'x@example.com', 'owner')).status).toBe(403);
    expect((await invite(people.admin!.person, 'x@example.com', 'admin')).status).toBe(201);
    expect((await invite(people.owner!.person, 'y@example.com', 'owner')).status).toBe(201);
  });
});

describe('members', () => {
  const change = (by: Person, userId: string, role: string) =>
    by.send('PATCH', at(`/members/${userId}`), { role });
  const remove = (by: Person, userId: string) => by.send('DELETE', at(`/members/${userId}`));

  test('are listed in pages to everyone in the workspace', async () => {
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await people.viewer!.person.ok<{
        members: { email: string }[];
        nextCursor: string | null;
      }>('GET', at(`/members?limit=2${cursor}`));
      seen.push(...page.members.map(each => each.email));
      if (!page.nextCursor) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(
      expect.arrayContaining(['ada@example.com', 'viewer@example.com', 'owner@example.com']),
    );
  });

  test('can be changed and removed by an admin, except owners, and not by other roles', async () => {
    const admin = people.admin!.person;
    const extra = await joined(ada, home, 'viewer', 'extra@example.com');
    expect((await change(admin, extra.id, 'member')).body).toMatchObject({ role: 'member' });
    for (const refused of [
      await change(admin, extra.id, 'owner'),
      await change(admin, adaId, 'member'),
      await remove(admin, adaId),
      await change(people.member!.person, extra.id, 'admin'),
      await change(people.member!.person, people.member!.id, 'admin'),
      await remove(people.viewer!.person, extra.id),
      await remove(people.member!.person, extra.id),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await change(admin, extra.id, 'king')).status).toBe(400);
    expect((await change(admin, 'usr_x', 'viewer')).status).toBe(404);
    expect((await remove(admin, extra.id)).status).toBe(204);
    expect((await extra.person.get(at('/jobs'))).status).toBe(404);
    expect(await roleOf(extra.id)).toBeUndefined();
  });

  test('lose their open invitations when they are demoted or removed', async () => {
    const boss = await joined(ada, home, 'owner', 'boss@example.com');
    const links = {
      owner: (await invite(boss.person, 'back1@example.com', 'owner')).body.link,
      admin: (await invite(boss.person, 'back2@example.com', 'admin')).body.link,
    };
    const opens = async (link: string) =>
      (await new Person(service.url).post('/invitations/show', { token: tokenOf(link) })).status;
    expect((await change(ada, boss.id, 'admin')).status).toBe(200);
    expect([await opens(links.owner), await opens(links.admin)]).toEqual([403, 200]);
    expect((await remove(ada, boss.id)).status).toBe(204);
    expect(await opens(links.admin)).toBe(403);
  });

  test('can leave, except the last owner, even if two owners give up the role at once', async () => {
    const guest = await joined(ada, home, 'viewer', 'guest@example.com');
    expect((await remove(guest.person, guest.id)).status).toBe(204);

    const owner = people.owner!;
    const [one, two] = await Promise.all([
      change(ada, adaId, 'viewer'),
      change(owner.person, owner.id, 'viewer'),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 400]);
    const [still, other] = two.status === 400 ? [owner.person, adaId] : [ada, owner.id];
    const stillId = still === ada ? adaId : owner.id;
    expect(await remove(still, stillId)).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    expect((await change(still, stillId, 'admin')).status).toBe(400);
    expect((await change(still, other, 'owner')).status).toBe(200);
  });
});

describe('workspaces', () => {
  test('are invisible to people who are not members', async () => {
    const { id } = await ada.ok<{ id: string }>('POST', '/workspaces', { name: 'Private' });
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['GET', '/keys'],
      ['POST', '/keys'],
      ['GET', '/jobs'],
      ['DELETE', `/members/${adaId}`],
    ] as const)
      for (const workspace of [id, 'wsp_00000000000000000000000000', 'nonsense'])
        expect(await people.admin!.person.send(method, `/workspaces/${workspace}${path}`)).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        });
  });

  test('can be renamed by admins, but only operators can create them and set plans', async () => {
    const { admin, member } = people;
    expect((await member!.person.send('PATCH', at(''), { name: 'Ours' })).status).toBe(403);
    expect((await admin!.person.send('PATCH', at(''), { name: 'Ours' })).body).toMatchObject({
      name: 'Ours',
      role: 'admin',
      plan: 'enterprise',
      apiAccess: true,
    });
    for (const refused of [
      await admin!.person.post('/workspaces', { name: 'Mine' }),
      await people.owner!.person.send('PATCH', `/operator/workspaces/${home}`, { plan: 'free' }),
      await admin!.person.get('/operator/workspaces'),
      await admin!.person.get('/operator/failures'),
      await admin!.person.post(`/operator/workspaces/${home}/credits`, { amount: 5 }),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await ada.send('PATCH', `/operator/workspaces/${home}`, { plan: 'gold' })).status).toBe(400);
    expect((await ada.send('PATCH', '/operator/workspaces/wsp_x', { plan: 'free' })).status).toBe(404);
    expect((await ada.send('PATCH', `/operator/workspaces/${home}`, { plan: 'free' })).body).toMatchObject({
      plan: 'free',
    });
    expect((await ada.get(at(''))).body).toMatchObject({ plan: 'free', apiAccess: false });
  });
});
