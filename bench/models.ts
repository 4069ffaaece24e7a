// Compares jobs that run models with the bare runtime, and checks that other jobs do not wait for them.
// node bench/models.ts   (needs the models; the stems of the second part also ffmpeg)
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharp } from '../src/engines/sharp/engine.ts';
import { infer } from '../src/engines/upscaler/infer.ts';
import { cutTile, planTiles } from '../src/jobs/ai/image-upscale/tiles.ts';
import { modelsDir } from '../tests/support/run-job.ts';
import { exchange, type FileToSend, finish, ready } from './client.ts';
import { compare, measure, median, ownProcessorSeconds } from './measure.ts';
import { startService } from './service.ts';

const dir = await mkdtemp(join(tmpdir(), 'filemill-bench-models-'));
const service = await startService();

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const drawNoise = (side: number): Promise<Buffer> =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .blur(2)
    .png()
    .toBuffer();

const picture = async (side: number, scale: number): Promise<FileToSend> => ({
  type: 'image-upscale',
  filename: 'a.png',
  contentType: 'image/png',
  bytes: await drawNoise(side),
  options: { scale, model: 'fast' },
});

const through = async (file: FileToSend): Promise<number> => {
  const id = await ready(service, file);
  return await time(() => finish(service, id));
};

/** The same tiles through the runtime alone. */
async function bare(bytes: Buffer, scale: number): Promise<void> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const raster = {
    data: Uint16Array.from(data, value => value * 257),
    width: info.width,
    height: info.height,
  };
  for (const tile of planTiles(info.width, info.height)) {
    const cut = cutTile(raster, tile);
    const [input, output] = [join(dir, 'in'), join(dir, 'out')];
    await writeFile(input, cut.data);
    await infer({
      modelDir: join(modelsDir, 'esrgan-slim'),
      input,
      output,
      params: { width: cut.width, height: cut.height, scale },
      settings: { scales: [2, 3, 4], range: 255 },
      threads: availableParallelism(),
      progress: () => {},
      partial: () => {},
    });
  }
}

try {
  const dot = await picture(8, 2);
  const first = await through(dot);
  const next = median([await through(dot), await through(dot), await through(dot)]);
  console.log(
    `a tiny upscale: the first ${first.toFixed(0)} ms, the next ${next.toFixed(0)} ms from start to completed; goal: computing within 200 ms`,
  );

  const large = await picture(768, 2);
  await bare(large.bytes, 2);
  console.log('upscale of 0.6 MP twice as large, thrice; goal: at most 1.1 × as long as bare');
  for (let round = 0; round < 3; round++) {
    const id = await ready(service, large);
    const ours = await measure('  filemill', service.processorSeconds, () => finish(service, id));
    const theirs = await measure('  bare', ownProcessorSeconds, () => bare(large.bytes, 2));
    console.log(`  ${compare(ours, theirs)}`);
  }

  const photo: FileToSend = {
    type: 'image-resize',
    filename: 'a.jpg',
    contentType: 'image/jpeg',
    bytes: await sharp(await drawNoise(1800))
      .jpeg()
      .toBuffer(),
    options: { width: 800 },
  };
  const resize = async () => {
    const took: number[] = [];
    for (let i = 0; i < 15; i++) took.push(await through(photo));
    return median(took.slice(5));
  };
  const alone = await resize();
  const song = join(dir, 'song.wav');
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'anoisesrc=d=60:c=pink', '-ac', '2', song]);
  const stems: FileToSend = {
    type: 'stem-separation',
    filename: 'song.wav',
    contentType: 'audio/wav',
    bytes: await readFile(song),
    options: {},
  };
  const queued: string[] = [];
  for (let i = 0; i < 10; i++) {
    const id = await ready(service, stems);
    await exchange('POST', `${service.base}/jobs/${id}/start`, service.headers);
    queued.push(id);
  }
  const computing = async () =>
    JSON.parse((await exchange('GET', `${service.base}/jobs/${queued[0]}`, service.headers)).toString())
      .progress > 0;
  while (!(await computing())) await new Promise(resolve => setTimeout(resolve, 200));
  const beside = await resize();
  console.log(
    `resize of 3 MP: alone ${alone.toFixed(0)} ms, beside ten queued stem jobs ${beside.toFixed(0)} ms, ${(beside / alone).toFixed(2)} ×; goal ≤ 1.5 ×`,
  );
  for (const id of queued) await exchange('POST', `${service.base}/jobs/${id}/cancel`, service.headers);
} finally {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
}
