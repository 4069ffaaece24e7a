import { afterAll, beforeAll } from 'vitest';
import { startService, type TestService } from './service.ts';

/** The service of a whole test file: started before its first test and stopped after its last. */
export function useService(...how: Parameters<typeof startService>): TestService {
  const service = {} as TestService;
  beforeAll(async () => void Object.assign(service, await startService(...how)));
  afterAll(() => service.stop?.());
  return service;
}
