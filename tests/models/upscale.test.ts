import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharp } from '../../src/engines/sharp/engine.ts';
import { listTree, readProc } from '../../src/worker/sandbox/process-tree.ts';
import { isMissing, runsAll } from '../support/needs.ts';
import { modelsDir } from '../support/run-job.ts';
import { until } from '../support/sending.ts';
import { startService, type TestService } from '../support/service.ts';

const hasModel = existsSync(join(modelsDir, 'esrgan-slim', 'x4.onnx'));

/** A red disc on blue. */
const drawDisc = (side: number): Promise<Buffer> => {
  const data = new Uint8Array(side * side * 3);
  for (let y = 0, at = 0; y < side; y++)
    for (let x = 0; x < side; x++, at += 3)
      data.set(
        (x - side / 2) ** 2 + (y - side / 2) ** 2 < (side / 3) ** 2 ? [220, 20, 30] : [20, 30, 200],
        at,
      );
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
};

const isNear = (pixel: Uint8Array, colour: number[]) =>
  colour.every((value, band) => Math.abs(value - pixel[band]!) < 25);

/** Lists our child hosts that can see a model's weights. */
const modelHosts = (): number[] =>
  listTree(process.pid).filter(
    pid =>
      (readProc(`/proc/${pid}/cmdline`) ?? '').startsWith('/filemill/bin/node') &&
      existsSync(`/proc/${pid}/root/filemill/model`),
  );

describe.skipIf(isMissing(hasModel))('image-upscale through the service', () => {
  let service: TestService;
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'filemill-upscaled-'));
    service = await startService('all', { MODEL_CONCURRENCY: '2' });
  });
  afterAll(async () => {
    await service.stop();
    await rm(dir, { recursive: true, force: true });
  });

  const upscale = async (
    side: number,
    scale: number,
    client?: Awaited<ReturnType<TestService['client']>>,
  ) => {
    const caller = client ?? (await service.client());
    const bytes = await drawDisc(side);
    const file = { type: 'image-upscale', filename: 'disc.png', bytes };
    const job = await caller.run(file, { scale, model: 'fast' });
    return { job, caller };
  };

  const look = async (bytes: Uint8Array) => {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) =>
      data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3);
    return { info, at };
  };

  test('one model host upscales the images of two workspaces', async () => {
    for (const scale of [2, 3]) {
      const { job, caller } = await upscale(60, scale);
      expect(job).toMatchObject({ status: 'completed', credits: 1 });
      const output = job.result!.files[0]!;
      const { info, at } = await look(await caller.download(output.downloadUrl!));
      expect(info).toMatchObject({ width: 60 * scale, height: 60 * scale });
      expect(isNear(at(30 * scale, 30 * scale), [220, 20, 30])).toBe(true);
      expect(isNear(at(2, 2), [20, 30, 200])).toBe(true);
      expect(job.result!.engines.map(({ name }) => name)).toEqual(['sharp', 'upscaler']);
    }
    expect(modelHosts().length).toBe(1);
  });

  test.runIf(runsAll)(
    'a job whose model host is killed is retried and completes',
    async () => {
      const caller = await service.client();
      await upscale(30, 2, caller);
      const [before] = modelHosts();
      const running = upscale(400, 3, caller);
      const row = () =>
        service.db
          .selectFrom('jobs')
          .select(['id', 'progress', 'attempt', 'status'])
          .where('workspace_id', '=', caller.workspaceId)
          .orderBy('seq', 'desc')
          .executeTakeFirstOrThrow();
      await until(async () => {
        const { status, progress } = await row();
        return status === 'processing' && progress > 0;
      }, 'progress');
      process.kill(before!, 'SIGKILL');
      const { job } = await running;
      expect(job.status).toBe('completed');
      expect((await row()).attempt).toBe(2);
      const { info, at } = await look(await caller.download(job.result!.files[0]!.downloadUrl!));
      expect(info).toMatchObject({ width: 1200, height: 1200 });
      expect(isNear(at(600, 600), [220, 20, 30])).toBe(true);
      expect(modelHosts()).not.toContain(before);
    },
    300_000,
  );

  test('canceling a job stops its model host, and the next job runs', async () => {
    const caller = await service.client();
    const bytes = await drawDisc(900);
    const before = modelHosts();
    const job = await caller.create({
      type: 'image-upscale',
      filename: 'disc.png',
      contentType: 'image/png',
      fileSize: bytes.length,
      options: { scale: 4, model: 'balanced' },
    });
    await caller.upload(job.uploadUrl!, bytes);
    await caller.expect(caller.post(`/jobs/${job.id}/start`));
    await until(() => modelHosts().length > before.length, 'a model host');
    const computing = modelHosts();
    await caller.expect(caller.post(`/jobs/${job.id}/cancel`));
    await until(() => modelHosts().length < computing.length, 'the model host to stop');
    expect((await upscale(30, 2, caller)).job.status).toBe('completed');
  });

  test('a missing model is refused with a list of the available ones', async () => {
    const caller = await service.client();
    const answer = await caller.post('/jobs', {
      type: 'image-upscale',
      filename: 'a.png',
      contentType: 'image/png',
      fileSize: 100,
      options: { model: 'restore' },
    });
    expect(answer.status).toBe(403);
    expect(JSON.stringify(answer.body)).toMatch(/restore.*fast.*filemill models list/);
  });
});
