import { rmSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { startService, type TestService } from './service.ts';

/** The service of a test file: started before its first test and stopped after its last. */
export function useService(...how: Parameters<typeof startService>): TestService {
  const service = {} as TestService;
  beforeAll(async () => void Object.assign(service, await startService(...how)));
  afterAll(() => service.stop?.());
  return service;
}

let shared: Promise<TestService> | undefined;

/**
 * A service with default settings and a worker, shared by the files that run in one test process. A file that uses it
 * changes nothing outside workspaces of its own. It ends with the process.
 */
export function useSharedService(): TestService {
  const service = {} as TestService;
  beforeAll(async () => {
    shared ??= startService('all').then(started => {
      process.once('exit', () => rmSync(started.dataDir, { recursive: true, force: true }));
      return started;
    });
    const { stop: _, ...rest } = await shared;
    Object.assign(service, rest);
  });
  return service;
}
