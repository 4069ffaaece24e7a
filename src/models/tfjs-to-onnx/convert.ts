import { type Converted, convertLayer } from './layers.ts';
import { encodeOnnx } from './onnx.ts';
import { readTfjsModel } from './source.ts';

const channels = 3;
const input = 'data';
const output = 'output';

/**
 * Converts a TensorFlow.js layers model that maps RGB images to RGB images to ONNX. The layout changes from
 * NHWC to NCHW, height and width stay variable, and the same source always gives the same bytes.
 */
export async function convertTfjsToOnnx(modelPath: string): Promise<Uint8Array> {
  const { layers, outputLayer, weights } = await readTfjsModel(modelPath);
  const outputs = new Map<string, string>();
  const converted = layers.map((layer): Converted => {
    if (layer.class_name === 'InputLayer') {
      if (outputs.size > 0) throw new Error('the model has more than one input');
      outputs.set(layer.name, input);
      return { nodes: [], initializers: [] };
    }
    const [use, ...moreUses] = layer.inbound_nodes;
    if (!use || moreUses.length > 0) throw new Error(`${layer.name} is used more than once`);
    const inputs = use.map(([name]) => outputs.get(name));
    if (!inputs.every(name => name !== undefined)) throw new Error(`${layer.name} comes before its input`);
    outputs.set(layer.name, layer.name);
    return convertLayer(layer, inputs, weights);
  });
  return encodeOnnx({
    name: 'tfjs',
    nodes: [
      ...converted.flatMap(({ nodes }) => nodes),
      { operator: 'Identity', inputs: [outputs.get(outputLayer) ?? outputLayer], output },
    ],
    initializers: converted.flatMap(({ initializers }) => initializers),
    input: { name: input, dims: [1, channels, 'height', 'width'] },
    output: { name: output, dims: [1, channels, 'outputHeight', 'outputWidth'] },
  });
}
