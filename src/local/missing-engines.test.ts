import { expect, it } from 'vitest';
import { adviseOnMissing } from './missing-engines.ts';

it('names the setting of an engine that cannot be installed', async () => {
  expect(await adviseOnMissing('pdf-sign', ['timestamp-server'])).toBe(
    'pdf-sign needs Timestamps of signatures (TIMESTAMP_SERVERS), which is not set up. Set TIMESTAMP_SERVERS.',
  );
});
