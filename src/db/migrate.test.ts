import type pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from './migrate.ts';

/** A server that says it is of a version, and notes what else it is asked. */
function server(version: string) {
  const asked: string[] = [];
  const query = async (text: string) => {
    asked.push(text);
    return { rows: text === 'show server_version' ? [{ server_version: version }] : [] };
  };
  return { asked, pool: { connect: async () => ({ query, release: () => {} }) } as unknown as pg.Pool };
}

test('a server too old for the tables is named, and nothing is written to it', async () => {
  const { pool, asked } = server('15.18 (Debian 15.18-0+deb12u1)');
  await expect(migrate(pool)).rejects.toThrow(
    'DATABASE_URL leads to PostgreSQL 15.18 (Debian 15.18-0+deb12u1); version 18 or newer is needed.',
  );
  expect(asked.filter(text => /create|insert|begin/.test(text))).toEqual([]);
});
