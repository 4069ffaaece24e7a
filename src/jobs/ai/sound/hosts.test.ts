import { copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentOf, openHosts, requestFor } from '../../../../tests/support/hosts.ts';
import { describeTones, makeMedia, readChannels } from '../../../engines/ffmpeg/testing/make-media.ts';
import type { Hosts } from '../../../worker/running/hosts.ts';

let dir: string;
let hosts: Hosts;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-sound-hosts-'));
  hosts = await openHosts(join(dir, 'work'), {
    jobsDir: new URL('../..', import.meta.url).pathname,
    maxHosts: 1,
  });
});
afterAll(async () => {
  await hosts.close();
  await rm(dir, { recursive: true, force: true });
});

it('FFmpeg and RNNoise run inside a host', async () => {
  const file = makeMedia(join(dir, 'a.mp3'), '-f', 'lavfi', '-i', describeTones([300, 500], 2));
  const charged: number[] = [];
  const [made] = await hosts.run(
    requestFor({
      type: 'voice-isolation',
      options: { mode: 'noise', strength: 1, keepVideo: false },
      limits: { seconds: 60, memoryMb: 2048, outputBytes: 1e8, outputFiles: 10 },
      charge: async units => void charged.push(units),
      prepare: async work => {
        const path = join(work, 'input-0');
        await copyFile(file, path);
        return [{ path, filename: 'a.mp3', format: 'mp3', size: (await stat(path)).size }];
      },
      collect: result => Promise.all(result.outputs.map(contentOf)),
    }),
  );
  await writeFile(join(dir, 'made.wav'), made!);
  expect(readChannels(join(dir, 'made.wav'), 2)[0]).toHaveLength(2 * 44_100);
  expect(charged[0]).toBeCloseTo(1.9, 1);
});
