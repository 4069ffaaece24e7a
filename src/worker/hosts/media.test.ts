import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHosts, requestFor } from '../../../tests/support/hosts.ts';
import { runsAll } from '../../../tests/support/needs.ts';
import { makeMedia } from '../../engines/ffmpeg/testing/make-media.ts';
import type { Hosts } from '../running/hosts.ts';
import { listTree, readProc } from '../sandbox/process-tree.ts';
import { sourceRoot } from '../sandbox/program-folders.ts';

let dir: string;
let film: string;
let hosts: Hosts;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-media-'));
  film = makeMedia(
    join(dir, 'film.mp4'),
    ...['-f', 'lavfi', '-i', 'testsrc2=d=30:s=320x180:r=25', '-c:v', 'libx264', '-preset', 'ultrafast'],
  );
  hosts = await openHosts(join(dir, 'work'), { jobsDir: join(sourceRoot, 'jobs'), spares: 'none' });
});
afterAll(async () => {
  await hosts.close();
  await rm(dir, { recursive: true, force: true });
});

const countPrograms = (): number =>
  listTree(process.pid).filter(pid => readProc(`/proc/${pid}/comm`)?.trim() === 'ffmpeg').length;

/** Starts an encoding that takes far longer than the test, and waits until it reports progress. */
function encode(limits: { seconds?: number }, onProgress: () => void, signal: AbortSignal) {
  return hosts.run(
    requestFor({
      type: 'video-convert',
      options: { outputFormat: 'mp4', codec: 'h265', width: 1280, fps: 120, crf: 10 },
      prepare: async folder => {
        const path = join(folder, 'input-0');
        await copyFile(film, path);
        return [{ path, filename: 'film.mp4', format: 'mp4', size: (await stat(path)).size }];
      },
      collect: async () => 'made',
      onProgress,
      signal,
      limits: { startSeconds: 60, seconds: 600, memoryMb: 4096, outputBytes: 1e9, ...limits },
    }),
  );
}

test('cancelling an encoding after it reported progress leaves no ffmpeg process behind', async () => {
  const canceled = new AbortController();
  let programs = 0;
  const running = encode(
    {},
    () => {
      programs ||= countPrograms();
      canceled.abort(new Error('canceled'));
    },
    canceled.signal,
  );
  await expect(running).rejects.toThrow();
  expect(programs).toBeGreaterThan(0);
  await expect.poll(countPrograms).toBe(0);
});

test.runIf(runsAll)(
  'an encoding that exceeds its time limit fails and leaves no ffmpeg process behind',
  async () => {
    const { signal } = new AbortController();
    await expect(encode({ seconds: 5 }, () => {}, signal)).rejects.toMatchObject({ reason: 'timeout' });
    await expect.poll(countPrograms).toBe(0);
  },
);
