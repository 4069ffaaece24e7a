import type { WorkspaceJob } from '@filemill/client';
import { expect, test } from 'vitest';
import { gatherRuns } from '../../web/src/api/gather-runs.ts';

const job = (id: string, run?: { id: string; stepIndex: number }): WorkspaceJob =>
  ({
    id,
    createdAt: '2026-11-19T10:00:00.000Z',
    origin: run ? { run: { ...run, recipeName: 'Draft', recipeId: 'rcp_1' } } : {},
  }) as WorkspaceJob;

const step = (run: string, stepIndex: number) => job(`${run} ${stepIndex}`, { id: run, stepIndex });

/** Names the entries of a list: a job, or a run with its jobs. */
const list = (jobs: WorkspaceJob[], isCut: boolean) =>
  gatherRuns(jobs, isCut).map(entry =>
    'jobs' in entry ? [entry.id, entry.jobs.map(({ id }) => id)] : entry.id,
  );

test('the jobs of a run are one entry in the order of its steps, in the place of the newest', () => {
  expect(list([step('b', 1), job('alone'), step('b', 0)], false)).toEqual([['b', ['b 0', 'b 1']], 'alone']);
});

test('a run whose first step is on the next page of the list is left to that page', () => {
  const jobs = [step('b', 1), step('b', 0), step('a', 2), step('a', 1)];
  expect(list(jobs, true)).toEqual([['b', ['b 0', 'b 1']]]);
  expect(list(jobs, false)).toContainEqual(['a', ['a 1', 'a 2']]);
});
