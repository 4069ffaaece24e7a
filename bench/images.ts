import sharp from 'sharp';
import { exchange, finish, ready } from './client.ts';
import { median } from './measure.ts';
import type { BenchService } from './service.ts';

/** The same call that the job makes. */
const resize = (bytes: Buffer, width: number) =>
  sharp(bytes, { sequentialRead: true }).autoOrient().resize({ width }).jpeg({ quality: 82 }).toBuffer();

async function photo(width: number, height: number): Promise<Buffer> {
  const noise = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .blur(2)
    .jpeg({ quality: 90 })
    .toBuffer();
  return noise;
}

/** The time from start to completed of a tiny resize, as a client sees it, minus the same call in a warm process. */
export async function overhead(service: BenchService): Promise<string> {
  const bytes = await photo(64, 48);
  const file = {
    type: 'image-resize',
    filename: 'a.jpg',
    contentType: 'image/jpeg',
    bytes,
    options: { width: 32 },
  };
  const bare: number[] = [];
  const through: number[] = [];
  for (let i = 0; i < 120; i++) {
    const id = await ready(service, file);
    const began = performance.now();
    await finish(service, id);
    const took = performance.now() - began;
    const bareBegan = performance.now();
    await resize(bytes, 32);
    // The first runs warm up both sides.
    if (i < 20) continue;
    through.push(took);
    bare.push(performance.now() - bareBegan);
  }
  const [a, b] = [median(through), median(bare)];
  return `overhead of a tiny resize: p50 ${(a - b).toFixed(1)} ms (through the service ${a.toFixed(1)}, bare ${b.toFixed(1)}); goal ≤ 7 ms`;
}

async function inParallel(lanes: number, count: number, work: () => Promise<unknown>): Promise<number> {
  let left = count;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (left-- > 0) await work();
    }),
  );
  return (performance.now() - began) / 1000;
}

/** 3 MP JPEG to 800 px in five calls and in one, including the client, compared with a bare loop on the same cores. */
export async function throughput(service: BenchService, count: number): Promise<string> {
  const bytes = await photo(2000, 1500);
  const file = {
    type: 'image-resize',
    filename: 'a.jpg',
    contentType: 'image/jpeg',
    bytes,
    options: { width: 800 },
  };
  sharp.concurrency(1);
  await inParallel(2, 10, () => resize(bytes, 800));
  const bareBefore = await inParallel(2, count / 2, () => resize(bytes, 800));
  const byFive = async () => {
    const job = await finish(service, await ready(service, file));
    await exchange('GET', job.result.downloadUrl, {});
  };
  const byOne = () =>
    exchange(
      'POST',
      `${service.base}/run/image-resize?width=800&filename=a.jpg`,
      { ...service.headers, 'content-type': file.contentType },
      bytes,
    );
  await inParallel(8, 20, byFive);
  const five = await inParallel(12, count, byFive);
  await inParallel(8, 20, byOne);
  const one = await inParallel(12, count, byOne);
  const bareAfter = await inParallel(2, count / 2, () => resize(bytes, 800));
  const bare = bareBefore + bareAfter;
  const share = (took: number) =>
    `${((100 * bare) / took).toFixed(0)} % of bare sharp (${(count / took).toFixed(1)} against ${(count / bare).toFixed(1)} a second)`;
  return `throughput of ${count} resizes (3 MP, ${(bytes.length / 1e6).toFixed(1)} MB → 800 px): by five calls ${share(five)}, by one request ${share(one)}; goal ≥ 80 %`;
}
