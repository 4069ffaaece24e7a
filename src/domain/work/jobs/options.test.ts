import { expect, test } from 'vitest';
import { job as edit } from '../../../jobs/image/image-edit/job.ts';
import type { JobType } from '../../../jobs/job-type.ts';
import { readOptions } from './options.ts';

const read = (operation: object) =>
  readOptions(edit as unknown as JobType, { operations: [operation] }).operations;

test('operations accept color and colour, but not both with different values', () => {
  const meant = [{ type: 'border', width: 3, colour: 'red' }];
  expect(read({ type: 'border', width: 3, color: 'red' })).toMatchObject(meant);
  expect(read({ type: 'border', width: 3, colour: 'red' })).toMatchObject(meant);
  expect(() => read({ type: 'border', width: 3, color: 'red', colour: 'blue' })).toThrow(
    '`options.operations.0.color` and `options.operations.0.colour` must be the same',
  );
  expect(() => read({ type: 'flip', color: 'red' })).toThrow();
});
