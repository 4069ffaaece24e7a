import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { welcome } from '../../src/cli/welcome.ts';
import { loadConfig } from '../../src/config.ts';
import { registerWorker } from '../../src/domain/engines.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('the line to paste works, also where set-up could install nothing', async () => {
  await service.db.deleteFrom('workers').execute();
  await registerWorker(service.db, 'bare', { engines: { plaintext: '1' }, facts: {} });
  const { key, keyId, workspaceId } = await service.client();
  const firstKey = { key: key!, keyId, workspaceId };
  const text = welcome({ url: service.url, firstKey, stop: async () => {} }, loadConfig({}));
  const line = /^ {2}(curl .*)$/m.exec(text)![1]!;
  const { stdout } = await promisify(execFile)('sh', ['-c', line]);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'pending',
    uploadUrl: expect.stringContaining('/uploads/'),
  });
});
