import type pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from './migrate.ts';

/** A server that says it is of a version, and notes what else it is asked. */
function server(version: string, encoding = 'UTF8', locked = 'off', deadlocks = 0, applied: string[] = []) {
  const asked: string[] = [];
  const query = async (text: string) => {
    asked.push(text);
    if (text.startsWith('-- Plans') && asked.filter(each => each === text).length <= deadlocks)
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    return {
      rows: text.includes('server_version')
        ? [{ version, encoding, locked }]
        : text.includes('to_regclass')
          ? [{ there: true }]
          : text.startsWith('select name')
            ? applied.map(name => ({ name }))
            : [],
    };
  };
  return { asked, pool: { connect: async () => ({ query, release: () => {} }) } as unknown as pg.Pool };
}

test.each([
  [
    'too old for the tables',
    ['15.18 (Debian 15.18-0+deb12u1)'],
    'version 15.18 (Debian 15.18-0+deb12u1); 18 or newer is needed',
  ],
  ['that cannot hold every name', ['18.1', 'LATIN1'], 'encoding is LATIN1'],
  ['that cannot be written to', ['18.1', 'UTF8', 'on'], 'it is read-only'],
] as const)(
  'a server %s is told apart, and nothing is written to it',
  async (_, [version, ...more], message) => {
    const { pool, asked } = server(version, ...more);
    await expect(migrate(pool)).rejects.toThrow(message);
    expect(asked.filter(text => /create|insert|begin/.test(text))).toEqual([]);
  },
);

test('a migration that meets a deadlock with a process at work is tried again, within reason', async () => {
  const met = server('18.1', 'UTF8', 'off', 2);
  expect(await migrate(met.pool)).toContain('0001-core.sql');
  expect(met.asked.filter(text => text === 'rollback')).toHaveLength(2);
  await expect(migrate(server('18.1', 'UTF8', 'off', 99).pool)).rejects.toThrow('deadlock detected');
});

test('a database that a newer version has upgraded is left as it is', async () => {
  const { pool, asked } = server('18.1', 'UTF8', 'off', 0, ['0001-core.sql', '9999-tomorrow.sql']);
  await expect(migrate(pool)).rejects.toThrow(
    'upgraded by a newer version of Filemill (9999-tomorrow.sql): start that version or a later one',
  );
  expect(asked.filter(text => /create|insert|begin/.test(text))).toEqual([]);
});
