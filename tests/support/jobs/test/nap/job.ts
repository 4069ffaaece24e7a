import { Type } from 'typebox';
import { dataTab } from '../../../../../src/jobs/document/tabs.ts';
import { imageTab } from '../../../../../src/jobs/image/tab.ts';
import { defineJobType } from '../../../../../src/jobs/job-type.ts';

/** A job that takes the given time and memory, for tests of the queue. */
export const job = defineJobType({
  id: 'nap',
  tabs: [dataTab, imageTab],
  title: 'Nap',
  summary: 'Sleeps, then says how long.',
  accepts: ['txt'],
  inputs: 'one',
  limits: { memoryMb: 500 },
  options: Type.Object(
    {
      ms: Type.Integer(),
      fails: Type.Optional(Type.Boolean()),
      megabytes: Type.Optional(Type.Integer()),
    },
    { additionalProperties: false },
  ),
  resolve: () => ({ outputs: ['txt'], count: 'one', engines: [] }),
});
