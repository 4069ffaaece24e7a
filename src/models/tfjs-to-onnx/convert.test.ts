import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-backend-cpu';
import * as layers from '@tensorflow/tfjs-layers';
import * as ort from 'onnxruntime-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runsAll } from '../../../tests/support/needs.ts';
import { fetchPackage } from '../fetch/npm-package.ts';
import { builtInModels } from '../manifest.ts';
import { isPackageSource, type PackageSource } from '../model.ts';
import { convertTfjsToOnnx } from './convert.ts';

/** ESRGAN's own layers, as its packages register them with TensorFlow.js. */
class MultiplyBeta extends layers.layers.Layer {
  static className = 'MultiplyBeta';
  override call(inputs: tf.Tensor | tf.Tensor[]) {
    return tf.mul([inputs].flat()[0]!, 0.2);
  }
}
const pixelShuffle = (scale: number) =>
  class extends layers.layers.Layer {
    static className = `PixelShuffle${scale}x`;
    override computeOutputShape([batch, height, width]: layers.Shape): layers.Shape {
      return [batch!, height!, width!, 3];
    }
    override call(inputs: tf.Tensor | tf.Tensor[]) {
      return tf.depthToSpace([inputs].flat()[0] as tf.Tensor4D, scale, 'NHWC');
    }
  };

let work: string;

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'filemill-tfjs-'));
  await tf.setBackend('cpu');
  for (const layer of [MultiplyBeta, ...[2, 3, 4].map(pixelShuffle)])
    tf.serialization.registerClass(layer as never);
});
afterAll(() => rm(work, { recursive: true, force: true }));

/** Runs the source's own runtime on NHWC pixels. */
async function runTfjs(path: string, pixels: Float32Array, height: number, width: number) {
  const { modelTopology, weightsManifest } = JSON.parse(await readFile(path, 'utf8'));
  const [group] = weightsManifest;
  const shards: Buffer[] = await Promise.all(
    group.paths.map((name: string) => readFile(join(path, '..', name))),
  );
  const model = await layers.loadLayersModel({
    load: async () => ({
      modelTopology,
      weightSpecs: group.weights,
      weightData: new Uint8Array(Buffer.concat(shards)).buffer,
    }),
  });
  const output = model.predict(tf.tensor4d(pixels, [1, height, width, 3])) as tf.Tensor;
  return { shape: output.shape, values: await output.data() };
}

async function runOnnx(onnx: Uint8Array, pixels: Float32Array, height: number, width: number) {
  const session = await ort.InferenceSession.create(onnx);
  const planes = Float32Array.from(
    pixels,
    (_, at) => pixels[(at % (height * width)) * 3 + Math.floor(at / (height * width))]!,
  );
  const { output } = await session.run({ data: new ort.Tensor('float32', planes, [1, 3, height, width]) });
  return { shape: output!.dims, values: output!.data as Float32Array };
}

/** Noise: every weight of every kernel counts, and the edges do too. */
function noise(count: number, range: number): Float32Array {
  let seed = 20_231;
  return Float32Array.from({ length: count }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed / 2_147_483_647) * range;
  });
}

const [height, width] = [7, 9];
/** Both add up float32 in another order: a 255th of a step of 8-bit colour, of the whole range. */
const tolerance = 1 / 255 / 255;

// The three have the same kinds of layers, so one stands for them in the quick run.
test.each(runsAll ? ['esrgan-slim', 'esrgan-medium', 'esrgan-thick'] : ['esrgan-slim'])(
  '%s gives the same results in ONNX Runtime as in TensorFlow.js at every scale',
  async name => {
    const model = builtInModels.find(each => each.name === name)!;
    const range = model.settings!.range as number;
    if (!isPackageSource(model.source)) throw new Error(`${name} comes from a package`);
    const folder = await mkdtemp(join(work, name));
    const source: PackageSource = model.source;
    const paths = await fetchPackage({ ...model, source }, folder, () => {}, new AbortController().signal);
    for (const [index, path] of paths.entries()) {
      const scale = index + 2;
      const pixels = noise(height * width * 3, range);
      const onnx = await convertTfjsToOnnx(path);
      expect(createHash('sha256').update(onnx).digest('hex')).toBe(source.files[index]!.sha256);
      const [theirs, ours] = await Promise.all([
        runTfjs(path, pixels, height, width),
        runOnnx(onnx, pixels, height, width),
      ]);
      expect(theirs.shape).toEqual([1, height * scale, width * scale, 3]);
      expect(ours.shape).toEqual([1, 3, height * scale, width * scale]);
      const area = height * width * scale * scale;
      let worst = 0;
      for (let at = 0; at < area * 3; at++)
        worst = Math.max(
          worst,
          Math.abs(theirs.values[at]! - ours.values[(at % 3) * area + Math.floor(at / 3)]!),
        );
      expect(worst / range).toBeLessThan(tolerance);
      // Not two empty pictures.
      expect(Math.max(...ours.values) - Math.min(...ours.values)).toBeGreaterThan(range / 4);
    }
  },
  300_000,
);

test('refuses an unsupported layer by name', async () => {
  const path = join(work, 'model.json');
  const layer = (class_name: string, name: string, from: unknown[]) => ({
    class_name,
    name,
    config: {},
    inbound_nodes: from,
  });
  const config = {
    layers: [layer('InputLayer', 'in', []), layer('LSTM', 'memory', [[['in', 0, 0, {}]]])],
    output_layers: [['memory', 0, 0]],
  };
  await writeFile(path, JSON.stringify({ modelTopology: { model_config: { config } }, weightsManifest: [] }));
  await expect(convertTfjsToOnnx(path)).rejects.toThrow('layers of the class LSTM are not supported');
});
