import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeWelcome } from '../../src/cli/welcome.ts';
import { loadConfig } from '../../src/config.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService('all');
});
afterAll(() => service.stop());

test('the line to paste works, also where set-up could install nothing', async () => {
  const { key, keyId, workspaceId } = await service.client();
  const firstKey = { key: key!, keyId, workspaceId };
  const text = writeWelcome({ url: service.url, firstKey, stop: async () => {} }, loadConfig({}));
  const line = /^ {2}(curl .*)$/m.exec(text)![1]!;
  const { stdout } = await promisify(execFile)('sh', ['-c', line]);
  expect(stdout).toContain('>Hello</p>');
  const job = await service.db
    .selectFrom('jobs')
    .select('engines')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  expect(job.engines).toMatchObject([{ name: 'plaintext' }]);
});
