import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStorage } from '../../src/open-data.ts';
import { loadConfig } from '../../src/settings/config.ts';
import { limits } from '../../src/settings/limits.ts';
import { printedChance } from '../support/chance.ts';
import { isMissing } from '../support/needs.ts';
import { RetryingClient } from '../support/retrying-client.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/servers/faulty-proxy.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Swift, startSwift, withoutSwift } from '../support/swift/swift.ts';
import { kinds, runKind, type StartedJob } from './support/kinds.ts';
import { shortenLeases } from './support/limits.ts';
import { expectAllEnd, expectNothingOrphaned, expectOnce } from './support/once.ts';

const title = withoutSwift ? ` (skipped: ${withoutSwift})` : '';
describe.skipIf(isMissing(!withoutSwift))(`the service with a failing store${title}`, () => {
  let swift: Swift;
  let proxy: FaultyProxy;
  let chance: () => number;
  let service: TestService;
  let client: RetryingClient;
  let workspaceId: string;
  let env: Record<string, string>;
  const startedJobs: StartedJob[] = [];
  beforeAll(async () => {
    chance = printedChance('store faults');
    shortenLeases();
    Object.assign(limits, { storeIdleSeconds: 1 });
    swift = await startSwift();
    proxy = await startFaultyProxy(swift.endpoint);
    const transfers = chance() < 0.5 ? 'direct' : 'proxy';
    console.log(`store faults: TRANSFERS=${transfers}`);
    env = {
      STORAGE_URL: await swift.bucket('faults', proxy.url),
      TRANSFERS: transfers,
      DATABASE_FILE_BYTES: '0',
    };
    service = await startService('all', env);
    const { key, ...own } = await service.client();
    workspaceId = own.workspaceId;
    client = new RetryingClient(service.url, key!);
    client.giveUpAt = Date.now() + 100_000;
  });
  afterAll(async () => {
    await service?.stop();
    proxy?.stop();
    await swift?.stop();
  });

  const storageSays = async (): Promise<string> => {
    const answer = await fetch(`${service.url}/readyz`);
    return ((await answer.json()) as { checks: Record<string, string> }).checks.storage!;
  };

  /** Creates and runs jobs while the store fails in this way, until that has been noticed. */
  async function during(fault: FaultyProxy['fault'], isSeen: () => Promise<unknown>): Promise<void> {
    const first = startedJobs.length;
    // One job is already claimed.
    startedJobs.push(await runKind(client, first, kinds));
    proxy.fault = fault;
    const lanes = [1, 2, 3].map(async n => {
      startedJobs.push(await runKind(client, first + n, kinds));
    });
    await isSeen();
    proxy.fault = undefined;
    await Promise.all(lanes);
    await expect.poll(storageSays).toBe('ok');
  }

  const isDown = () => expect.poll(storageSays).toBe('failing');
  const hits = (wanted: number) => {
    let n = 0;
    return {
      count: () => void n++,
      seen: () => expect.poll(() => n).toBeGreaterThanOrEqual(wanted),
    };
  };

  test('recovers after the store responded with errors', () => during(() => ({ status: 500 }), isDown));

  test('recovers after the store refused connections', () => during(() => 'refuse', isDown));

  test('recovers from failed, delayed and truncated responses', async () => {
    const { count, seen } = hits(10);
    await during(() => {
      const roll = chance();
      if (roll > 0.5) return undefined;
      count();
      if (roll > 0.35) return { status: 503 };
      if (roll > 0.2) return { cutAfter: Math.floor(chance() * 200) };
      return { delayMs: 200 + 1500 * chance() };
    }, seen);
  });

  test('has ended all jobs once, with complete results, and stored nothing else', async () => {
    const ended = await expectAllEnd(client, startedJobs);
    expect(ended.filter(job => job.status === 'failed').length).toBe(
      startedJobs.filter(each => each.kind.fails).length,
    );
    await expectOnce(service.db, workspaceId, ended);
    await expectNothingOrphaned(service.db, await openStorage(loadConfig(env)));
  });
});
