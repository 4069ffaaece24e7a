import { availableParallelism } from 'node:os';
import { exchange } from '../client.ts';
import { median } from '../measure.ts';
import { type Chart, quantile, type Series } from '../report/figure.ts';
import type { Server } from '../servers/server.ts';
import { resizeBare } from './comparisons.ts';
import { drive } from './drive.ts';
import { makePhoto } from './inputs.ts';
import { tinyWork } from './service.ts';

const callerCounts = [1, 2, 4, 8, 16, 32, 64];
const sizes: [width: number, height: number][] = [
  [320, 240],
  [1000, 750],
  [2000, 1500],
  [4000, 3000],
];

/** Measures the rate and the response times of the smallest job over the number of callers. */
export async function chartCallers(server: Server, insertUrl: string, seconds: number): Promise<Chart[]> {
  const rate: Series = { name: 'Filemill', points: [] };
  const bare: Series = { name: 'Fastify and a committed insert', points: [] };
  const p50: Series = { name: 'Filemill, p50', points: [] };
  const p99: Series = { name: 'Filemill, p99', points: [] };
  const body = tinyWork.files[0]!.bytes;
  const insert = () => exchange('POST', insertUrl, { 'content-type': 'text/plain' }, body);
  for (const callers of callerCounts) {
    const driven = await drive(callers, seconds, () => server.run(tinyWork));
    rate.points.push([callers, driven.rate]);
    p50.points.push([callers, median(driven.took)]);
    p99.points.push([callers, quantile(driven.took, 0.99)]);
    bare.points.push([callers, (await drive(callers, seconds, insert)).rate]);
  }
  const title = 'CSV of two rows to JSON in one request';
  return [
    { id: 'rate-by-callers', title, x: 'callers', y: 'requests a second', series: [rate, bare] },
    { id: 'time-by-callers', title, x: 'callers', y: 'milliseconds', series: [p50, p99] },
  ];
}

/** Measures the rate of resizing over the size of the photo, and sharp alone on the same files. */
export async function chartSizes(server: Server, seconds: number): Promise<Chart> {
  const cores = availableParallelism();
  const ours: Series = { name: 'Filemill', points: [] };
  const bare: Series = { name: 'sharp', points: [] };
  for (const [width, height] of sizes) {
    const photo = await makePhoto(width, height);
    const work = { files: [photo], startsWith: '\xff\xd8', filemill: 'run/image-resize?width=160' };
    const kilobytes = photo.bytes.length / 1000;
    const through = await drive(4 * cores, seconds, () => server.run(work));
    const alone = await drive(cores, seconds, () => resizeBare(photo.bytes, 160));
    ours.points.push([kilobytes, through.rate]);
    bare.points.push([kilobytes, alone.rate]);
  }
  const title = 'Photo to 160 pixels in one request';
  return {
    id: 'rate-by-size',
    title,
    x: 'kilobytes of the photo',
    y: 'photos a second',
    series: [ours, bare],
  };
}
