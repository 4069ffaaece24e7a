import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { findCalls, findFolderCycles, findForbidden, readSources } from '../sql-calls.ts';

const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

/** The tree's own functions, with these files beside them. */
function findWith(...planted: { path: string; text: string }[]): string[] {
  const { functions, callers } = readSources();
  const isSql = ({ path }: { path: string }) => path.endsWith('.sql');
  const calls = findCalls(
    [...functions, ...planted.filter(isSql)],
    [...callers, ...planted.filter(each => !isSql(each))],
  );
  return [...findForbidden(calls, forbidden), ...findFolderCycles(calls)];
}

const inSql = (body: string) => `create function f() returns void language sql as $$ ${body} $$;`;

test('functions call each other in one direction only', () => {
  expect(findWith()).toEqual([]);
});

test('a function of the queue that calls one of the domain is found', () => {
  const path = 'src/queue/ends/job_bury.sql';
  expect(findWith({ path, text: inSql('select run_cancel (ws, run)') })).toContain(
    `queue-sees-too-much: ${path} → src/domain/work/recipes/run_cancel.sql`,
  );
  // A comment calls nothing.
  expect(findWith({ path, text: `-- As run_cancel(ws, run) does.\n${inSql('select 1')}` })).toEqual([]);
});

test('a cycle of folders within the queue is found', () => {
  const path = 'src/queue/slots/job_bury.sql';
  expect(findWith({ path, text: inSql('select job_cancel(ws, id)') })).toContain(
    'cycle of folders: src/queue/slots → src/queue/ends → src/queue/slots',
  );
});

test('a part of the code that calls a function which it must not know is found', () => {
  expect(findWith({ path: 'src/storage/burial.ts', text: 'sql`select job_cancel(ws, id)`' })).toEqual([
    'storage-sees-too-much: src/storage/burial.ts → src/queue/ends/job_cancel.sql',
  ]);
});
