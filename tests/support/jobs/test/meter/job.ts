import { Type } from 'typebox';
import { aiTab } from '../../../../../src/jobs/ai/tab.ts';
import { defineJobType } from '../../../../../src/jobs/job-type.ts';

/** A job that costs credits for the given seconds, for tests of the ledger. */
export const job = defineJobType({
  id: 'meter',
  tabs: [aiTab],
  title: 'Meter',
  summary: 'Charges for some seconds, then ends as its options say.',
  accepts: ['txt'],
  inputs: 'one',
  credits: { unit: 'minute', size: 1, amount: 2 },
  options: Type.Object(
    {
      seconds: Type.Number(),
      /** The progress it reports, with partial text, before it ends. */
      percent: Type.Optional(Type.Number()),
      ending: Type.String({ enum: ['completes', 'fails', 'waits'], default: 'completes' }),
    },
    { additionalProperties: false },
  ),
  resolve: () => ({ outputs: ['txt'], count: 'one', engines: [] }),
});
