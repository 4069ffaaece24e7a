import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../tests/support/database.ts';
import { compileOnce } from './compile-once.ts';
import { openDatabase, openPool } from './database.ts';

test('builds a statement once and binds new values each time', async () => {
  const database = await freshDatabase();
  const db = openDatabase(openPool(database.connection, { max: 2, onError: () => {} }));
  let built = 0;
  const both = (a: unknown, b: unknown): RawBuilder<unknown> => sql`${b}::text || ${a}::text`;
  const ask = compileOnce((a: string, b: string) => {
    built++;
    return sql<{
      said: string;
      twice: string;
    }>`select ${both(a, b)} || ${'!'} as said, ${a}::text || ${a} as twice`;
  });
  const asked = await Promise.all([ask(db, 'a', 'b'), ask(db, 'c', 'd')]);
  expect(asked).toEqual([[{ said: 'ba!', twice: 'aa' }], [{ said: 'dc!', twice: 'cc' }]]);
  expect(await db.transaction().execute(on => ask(on, 'e', 'f'))).toEqual([{ said: 'fe!', twice: 'ee' }]);
  expect(built).toBe(1);
  await db.destroy();
  await database.drop();
});
