import { defineConfig } from 'vitest/config';

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
