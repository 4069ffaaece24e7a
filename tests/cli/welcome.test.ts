import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { writeWelcome } from '../../src/cli/welcome.ts';
import { loadConfig } from '../../src/settings/config.ts';
import { useService } from '../support/use-service.ts';

const service = useService('all');

test('the printed command works even if no engine is installed', async () => {
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
