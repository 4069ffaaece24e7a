import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/database.ts';
import { type Database, openDatabase, openPool } from '../../../db/database.ts';
import { createFirstKey } from '../keys/first-key.ts';
import { createKey, explainNoApiAccess } from '../keys/keys.ts';
import { createWorkspace } from '../workspaces/workspaces.ts';
import { loadPlans } from './plans.ts';

let database: FreshDatabase;
let db: Database;
let dir: string;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, { max: 2, onError: () => {} }));
  dir = await mkdtemp(join(tmpdir(), 'filemill-plans-'));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(dir, { recursive: true });
});

test('an installation can define its own plans and none of the built-in ones', async () => {
  const { free, developer } = JSON.parse(await readFile(new URL('default.json', import.meta.url), 'utf8'));
  const file = join(dir, 'plans.json');
  await writeFile(file, JSON.stringify({ visitor: free, studio: developer }));
  expect(await loadPlans(db, file)).toEqual([]);
  expect(await createFirstKey(db)).toMatchObject({ key: expect.any(String) });
  expect(await createWorkspace(db, { name: 'Next' })).toMatchObject({ plan: 'studio' });
  const { workspaceId } = await createKey(db, { plan: 'visitor' });
  expect(await explainNoApiAccess(db, workspaceId)).toContain('visitor');
  // Workspaces are on a plan that the next file does not list.
  expect(await loadPlans(db, undefined)).toEqual(['studio', 'visitor']);
});
