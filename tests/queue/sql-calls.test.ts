import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { findFolderCycles, type Use } from '../folder-cycles.ts';
import { findCalls, findForbidden, readSources } from '../sql-calls.ts';

const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

/** The tree's own functions, together with these files. */
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

test('SQL functions call each other in one direction only', () => {
  expect(findWith()).toEqual([]);
});

test('a queue function that calls a domain function is reported', () => {
  const path = 'src/queue/ends/job_bury.sql';
  expect(findWith({ path, text: inSql('select run_cancel (ws, run)') })).toContain(
    `queue-sees-too-much: ${path} → src/domain/work/recipes/run_cancel.sql`,
  );
  // A call in a comment is ignored.
  expect(findWith({ path, text: `-- As run_cancel(ws, run) does.\n${inSql('select 1')}` })).toEqual([]);
});

test('a cycle of folders within the queue is reported', () => {
  const path = 'src/queue/slots/job_bury.sql';
  expect(findWith({ path, text: inSql('select job_cancel(ws, id)') }).join('\n')).toContain(
    'cycle of folders: src/queue/slots → src/queue/ends → src/queue/slots',
  );
});

test('a cycle of folders is reported at any depth, ignoring files next to the folders and tests', () => {
  const uses: Use[] = [
    { from: 'src/domain/work/jobs/create.ts', to: 'src/domain/files/artifacts/find.ts' },
    { from: 'src/domain/files/uploads/link.ts', to: 'src/domain/files/signing.ts' },
    { from: 'src/domain/files/signing.ts', to: 'src/domain/files/downloads/links.ts' },
    { from: 'src/domain/files/uploads/hold-lease.test.ts', to: 'src/domain/work/jobs/wait.ts' },
  ];
  expect(findFolderCycles(uses)).toEqual([]);
  const up = { from: 'src/domain/files/uploads/discard.ts', to: 'src/domain/work/jobs/rows.ts' };
  expect(findFolderCycles([...uses, up])).toEqual([
    'cycle of folders: src/domain/work → src/domain/files → src/domain/work\n' +
      '  src/domain/work/jobs/create.ts → src/domain/files/artifacts/find.ts\n' +
      '  src/domain/files/uploads/discard.ts → src/domain/work/jobs/rows.ts',
  ]);
  const within: Use[] = [
    { from: 'src/domain/work/jobs/create.ts', to: 'src/domain/work/recipes/run.ts' },
    { from: 'src/domain/work/recipes/run.ts', to: 'src/domain/work/jobs/create.ts' },
  ];
  expect(findFolderCycles(within)).toHaveLength(1);
});

test('code that calls a forbidden function is reported', () => {
  expect(findWith({ path: 'src/storage/burial.ts', text: 'sql`select job_cancel(ws, id)`' })).toEqual([
    'storage-sees-too-much: src/storage/burial.ts → src/queue/ends/job_cancel.sql',
  ]);
});
