import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// What a test file or a process it starts loads from node_modules was compiled by the first one.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url));

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['tests/support/database.ts'],
    // These end what hangs; a machine at work on other things is slow, and not wrong.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    // One more than two cores: tests that start and end services wait a good part of their time.
    maxWorkers: 3,
  },
});
