// Compares media jobs in a host with FFmpeg alone doing the same work.
// node bench/media.ts [seconds of video] [rounds]
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cost, compare, measure, median } from './measure.ts';
import { startService } from './service.ts';

const [seconds = 60, rounds = 3] = process.argv.slice(2).map(Number);
const dir = await mkdtemp(join(tmpdir(), 'filemill-bench-media-'));
const at = (name: string) => join(dir, name);
const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);

ffmpeg(
  ...['-f', 'lavfi', '-i', `testsrc2=d=${seconds}:s=854x480:r=25`],
  ...['-f', 'lavfi', '-i', `anoisesrc=d=${seconds}:a=0.2:c=pink`],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-c:a', 'aac', at('film.mp4')],
);
ffmpeg('-i', at('film.mp4'), '-vn', '-c:a', 'pcm_s16le', at('sound.wav'));

const works = [
  {
    path: 'video-convert?outputFormat=mp4&filename=film.mp4',
    input: 'film.mp4',
    type: 'video/mp4',
    args: [
      '-c:v',
      'libx264',
      '-preset',
      'medium',
      '-crf',
      '23',
      '-c:a',
      'aac',
      '-b:a',
      '80k',
      at('bare.mp4'),
    ],
  },
  {
    path: 'audio-convert?outputFormat=mp3&filename=sound.wav',
    input: 'sound.wav',
    type: 'audio/wav',
    args: ['-c:a', 'libmp3lame', '-q:a', '2', at('bare.mp3')],
  },
];

const service = await startService();
try {
  await service.settled();
  for (const { path, input, type, args } of works) {
    const body = await readFile(at(input));
    const costs: { ours: Cost; bare: Cost }[] = [];
    for (let round = 0; round < rounds; round++) {
      const bare = await measure('FFmpeg alone', childSeconds, async () => {
        ffmpeg('-i', at(input), ...args);
      });
      const ours = await measure(path, service.processorSeconds, async () => {
        const headers = { ...service.headers, 'content-type': type };
        const answer = await fetch(`${service.base}/run/${path}&wait=300`, { method: 'POST', headers, body });
        if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
        await answer.arrayBuffer();
      });
      costs.push({ ours, bare });
    }
    const middle = (side: 'ours' | 'bare'): Cost => ({
      seconds: median(costs.map(each => each[side].seconds)),
      processor: median(costs.map(each => each[side].processor)),
    });
    console.log(`${path}: ${compare(middle('ours'), middle('bare'))}; goal ≤ 1.05`);
  }
} finally {
  await service.stop();
  await rm(dir, { recursive: true });
}

/** CPU time of ended children of this process. The service, which is one of them, ends later. */
function childSeconds(): number {
  const [user = 0, system = 0] = execFileSync('cat', [`/proc/${process.pid}/stat`], { encoding: 'utf8' })
    .split(') ')
    .at(-1)!
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (user + system) / 100;
}
