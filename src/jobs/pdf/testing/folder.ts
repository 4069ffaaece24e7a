import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** A folder of the test file's own; the function gives paths in it. */
export function testFolder(): (name: string) => string {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'filemill-pdf-'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));
  return name => join(dir, name);
}
