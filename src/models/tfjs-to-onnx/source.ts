import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A layer as written by Keras into TensorFlow.js's model.json. */
export interface Layer {
  class_name: string;
  name: string;
  config: Record<string, unknown>;
  /** The layers that provide the inputs of each use of the layer: [name, use, output, …]. */
  inbound_nodes: [string, number, number, ...unknown[]][][];
}

export interface Weight {
  shape: number[];
  values: Float32Array;
}

export interface TfjsModel {
  layers: Layer[];
  /** The name of the layer whose output is the model's. */
  outputLayer: string;
  weights: Map<string, Weight>;
}

interface ModelFile {
  modelTopology: { model_config?: KerasModel } & Partial<KerasModel>;
  weightsManifest: { paths: string[]; weights: WeightFacts[] }[];
}
interface KerasModel {
  config: { layers: Layer[]; output_layers: [string, number, number][] };
}
interface WeightFacts {
  name: string;
  shape: number[];
  dtype: string;
  quantization?: unknown;
}

const floatBytes = 4;

async function readWeights(folder: string, group: ModelFile['weightsManifest'][number]) {
  for (const path of group.paths)
    if (path !== basename(path)) throw new Error(`the weights ${path} are not in the model's folder`);
  const bytes = Buffer.concat(await Promise.all(group.paths.map(path => readFile(join(folder, path)))));
  let at = 0;
  return group.weights.map(({ name, shape, dtype, quantization }): [string, Weight] => {
    if (dtype !== 'float32' || quantization)
      throw new Error(`weight ${name} is ${quantization ? 'quantized' : dtype}; only float32 is supported`);
    const end = at + shape.reduce((product, dim) => product * dim, floatBytes);
    if (end > bytes.length) throw new Error(`the weights end before ${name} does`);
    // The bytes are copied, since they may not be aligned for a Float32Array.
    const values = new Float32Array(new Uint8Array(bytes.subarray(at, end)).buffer);
    at = end;
    return [name, { shape, values }];
  });
}

/** Reads a layers model (model.json and the weights it names beside it). */
export async function readTfjsModel(path: string): Promise<TfjsModel> {
  const file = JSON.parse(await readFile(path, 'utf8')) as ModelFile;
  const config = (file.modelTopology.model_config ?? file.modelTopology).config;
  const [output, ...more] = config?.output_layers ?? [];
  if (!config || !output || more.length > 0) throw new Error('not a layers model with one output');
  const weights = await Promise.all(file.weightsManifest.map(group => readWeights(dirname(path), group)));
  return { layers: config.layers, outputLayer: output[0], weights: new Map(weights.flat()) };
}
