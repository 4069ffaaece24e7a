import { expect, test } from 'vitest';
import { isMissing } from '../../tests/support/needs.ts';
import { loadEngines } from './probes.ts';

const installed = (await loadEngines()).filter(({ packages }) => packages.length > 0);

test.each(installed)('$id is found once its Debian packages are installed', async ({ probe }) => {
  const version = await probe();
  if (isMissing(version)) return;
  expect(version).toMatch(/\d/);
});
