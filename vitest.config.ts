import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

// What a test file or a process it starts loads from node_modules was compiled by the first one.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url));

const all = ['src/**/*.test.ts', 'tests/**/*.test.ts'];

/** Files that only `npm run test:all` runs: each takes long, and its parts are tested elsewhere too. */
const slow = [
  'src/http/public/uploads/memory.test.ts',
  'src/http/public/uploads/refusal.test.ts',
  'src/models/hostile-registry.test.ts',
  'src/worker/hosts/plain-user.test.ts',
  'tests/attack/clock.test.ts',
  'tests/attack/overload.test.ts',
  'tests/attack/storage.test.ts',
  'tests/attack/streams-and-uploads.test.ts',
  'tests/backup/backup.test.ts',
  'tests/browser/boards.test.ts',
  'tests/browser/drawing.test.ts',
  'tests/cli/processes.test.ts',
  'tests/client/runtimes.test.ts',
  'tests/faults/**',
  'tests/models/cli.test.ts',
  'tests/models/upscale.test.ts',
  'tests/office/office.test.ts',
  'tests/one-request/memory.test.ts',
  'tests/packing/package.test.ts',
  'tests/plans/**',
  'tests/queue/stalled.test.ts',
  'tests/recipes/speech-to-pdf.test.ts',
  'tests/rolling/rolling.test.ts',
  'tests/s3/**',
  'tests/webhooks/load.test.ts',
].filter(() => process.env.TEST_ALL !== '1');

/**
 * Files that get a process of their own: they replace a module, set variables of the environment, look at the processes
 * below their own, measure its memory, count its prepared statements, or watch which of our lines run.
 */
const apart = [
  'src/db/embedded/**',
  'src/db/prepared.test.ts',
  'src/db/statement.test.ts',
  'src/engines/chromium/page.test.ts',
  'src/engines/ffmpeg/engine.test.ts',
  'src/engines/pikepdf/server.test.ts',
  'src/engines/whisper/infer.test.ts',
  'src/http/public/uploads/memory.test.ts',
  'src/jobs/ai/image-upscale/**',
  'src/jobs/ai/speech-to-text/speech-to-text.test.ts',
  'src/jobs/ai/stem-separation/stem-separation.test.ts',
  'src/jobs/ai/voice-isolation/**',
  'src/jobs/ocr/ocr/ocr-alone.test.ts',
  'src/models/hostile-registry.test.ts',
  'src/worker/hosts/cgroup.test.ts',
  'src/worker/hosts/isolation.test.ts',
  'src/worker/hosts/lifecycle.test.ts',
  'src/worker/hosts/limits.test.ts',
  'src/worker/hosts/media.test.ts',
  'src/worker/hosts/passing.test.ts',
  'src/worker/hosts/plain-user.test.ts',
  'src/worker/hosts/unsandboxed.test.ts',
  'src/worker/models/**',
  'src/worker/sandbox/seccomp.test.ts',
  'src/worker/worker.test.ts',
  'tests/chaos/**',
  'tests/contract/without-sandbox.test.ts',
  'tests/extensions/**',
  'tests/faults/**',
  'tests/models/**',
  'tests/one-request/memory.test.ts',
  'tests/plans/**',
];

const common = {
  // These end what hangs; a machine at work on other things is slow, and not wrong.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 100_000 } },
  pool: 'forks',
  // One more than two cores: tests that start and end services wait a good part of their time.
  maxWorkers: 3,
} as const;

export default defineConfig({
  test: {
    globalSetup: ['tests/support/database.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'apart',
          include: apart.map(path => path.replace(/\*\*$/, '**/*.test.ts')),
          exclude: [...configDefaults.exclude, ...slow],
        },
      },
      {
        test: {
          ...common,
          name: 'together',
          include: all,
          exclude: [...configDefaults.exclude, ...apart, ...slow],
          // Loading what every test loads takes as long as many a test: files run one after the other in one process.
          isolate: false,
        },
      },
    ],
  },
});
