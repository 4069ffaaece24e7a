import { Type } from 'typebox';
import { defineJobType } from '../../../../../src/jobs/job-type.ts';

/** A job that takes as long as it is told to, for tests of the queue. */
export const job = defineJobType({
  id: 'nap',
  tabs: ['data'],
  title: 'Nap',
  summary: 'Sleeps, then says how long.',
  accepts: ['txt'],
  inputs: 'one',
  options: Type.Object(
    { ms: Type.Integer(), fails: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  resolve: () => ({ outputs: ['txt'], count: 'one', engines: [] }),
});
