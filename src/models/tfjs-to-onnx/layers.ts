import { type Filled, isFilled } from '../../lists.ts';
import type { Node, Tensor } from './onnx.ts';
import type { Layer, Weight } from './source.ts';

/** A converted layer: nodes in order, of which the last one gives its output, and their tensors. */
export interface Converted {
  nodes: Node[];
  initializers: Tensor[];
}

type Convert = (layer: Layer, inputs: Filled<string>, weights: ReadonlyMap<string, Weight>) => Converted;

const activations: Record<string, string> = { relu: 'Relu', tanh: 'Tanh', sigmoid: 'Sigmoid' };

function makeActivationNode(name: unknown, input: string, output: string): Node {
  const operator = activations[String(name)];
  if (!operator) throw new Error(`the activation ${name} is not supported`);
  return { operator, inputs: [input], output };
}

/** Kernels are [height, width, in, out] in Keras and [out, in, height, width] in ONNX. */
function transposeKernel({ shape, values }: Weight): { dims: number[]; values: Float32Array } {
  const [height, width, inputs, outputs] = shape as [number, number, number, number];
  const area = height * width;
  const transposed = new Float32Array(values.length);
  let from = 0;
  for (let at = 0; at < area; at++)
    for (let input = 0; input < inputs; input++)
      for (let output = 0; output < outputs; output++)
        transposed[(output * inputs + input) * area + at] = values[from++]!;
  return { dims: [outputs, inputs, height, width], values: transposed };
}

function requireWeight(weights: ReadonlyMap<string, Weight>, name: string): Weight {
  const weight = weights.get(name);
  if (!weight) throw new Error(`the weight ${name} is missing`);
  return weight;
}

const isOnes = (value: unknown): boolean => Array.isArray(value) && value.every(each => each === 1);

const conv2d: Convert = ({ name, config }, [input], weights) => {
  if (!isOnes(config.strides ?? [1, 1]) || !isOnes(config.dilation_rate ?? [1, 1]))
    throw new Error(`${name}: only stride 1 and dilation 1 are converted`);
  const kernel = transposeKernel(requireWeight(weights, `${name}/kernel`));
  const [height, width] = kernel.dims.slice(2) as [number, number];
  if (config.padding === 'same' && !(height % 2 && width % 2))
    throw new Error(`${name}: padding "same" is supported only for odd kernels`);
  const [y, x] = config.padding === 'same' ? [(height - 1) / 2, (width - 1) / 2] : [0, 0];
  const initializers = [{ name: `${name}/kernel`, ...kernel }];
  if (config.use_bias) {
    const { shape, values } = requireWeight(weights, `${name}/bias`);
    initializers.push({ name: `${name}/bias`, dims: shape, values });
  }
  const isLinear = !config.activation || config.activation === 'linear';
  const output = isLinear ? name : `${name}/linear`;
  const node = {
    operator: 'Conv',
    inputs: [input, ...initializers.map(each => each.name)],
    output,
    attributes: { kernel_shape: [height, width], pads: [y, x, y, x] },
  };
  return {
    nodes: isLinear ? [node] : [node, makeActivationNode(config.activation, output, name)],
    initializers,
  };
};

const activation: Convert = ({ name, config }, [input]) => ({
  nodes: [makeActivationNode(config.activation, input, name)],
  initializers: [],
});

/** Concatenates channels, the last axis in Keras and the first after the batch in ONNX. */
const concatenate: Convert = ({ name, config }, inputs) => {
  if (config.axis !== undefined && config.axis !== -1 && config.axis !== 3)
    throw new Error(`${name}: only concatenation of channels is supported`);
  return { nodes: [{ operator: 'Concat', inputs, output: name, attributes: { axis: 1 } }], initializers: [] };
};

const add: Convert = ({ name }, inputs) => ({
  nodes: inputs.slice(1).map((input, index) => ({
    operator: 'Add',
    inputs: [index === 0 ? inputs[0] : `${name}/${index}`, input],
    output: index === inputs.length - 2 ? name : `${name}/${index + 1}`,
  })),
  initializers: [],
});

const upsample: Convert = ({ name, config }, [input]) => {
  if (config.interpolation !== undefined && config.interpolation !== 'nearest')
    throw new Error(`${name}: the interpolation ${config.interpolation} is not supported`);
  const [height, width] = config.size as [number, number];
  const scales = { name: `${name}/scales`, dims: [4], values: new Float32Array([1, 1, height, width]) };
  const attributes = {
    mode: 'nearest',
    coordinate_transformation_mode: 'asymmetric',
    nearest_mode: 'floor',
  };
  return {
    nodes: [{ operator: 'Resize', inputs: [input, '', scales.name], output: name, attributes }],
    initializers: [scales],
  };
};

/** A custom layer of ESRGAN: multiplies by a constant, which its class defines and its config may omit. */
const multiplyBeta: Convert = ({ name, config }, [input]) => {
  const beta = { name: `${name}/beta`, dims: [1], values: new Float32Array([Number(config.beta ?? 0.2)]) };
  return {
    nodes: [{ operator: 'Mul', inputs: [input, beta.name], output: name }],
    initializers: [beta],
  };
};

/** A custom layer of ESRGAN: channels become the pixels of a larger image; its name ends with the factor. */
const pixelShuffle: Convert = ({ name, class_name }, [input]) => ({
  nodes: [
    {
      operator: 'DepthToSpace',
      inputs: [input],
      output: name,
      attributes: { blocksize: Number(class_name.replace(/\D/g, '')), mode: 'DCR' },
    },
  ],
  initializers: [],
});

const converters: Record<string, Convert> = {
  Activation: activation,
  Add: add,
  Concatenate: concatenate,
  Conv2D: conv2d,
  MultiplyBeta: multiplyBeta,
  PixelShuffle2x: pixelShuffle,
  PixelShuffle3x: pixelShuffle,
  PixelShuffle4x: pixelShuffle,
  UpSampling2D: upsample,
};

export function convertLayer(
  layer: Layer,
  inputs: string[],
  weights: ReadonlyMap<string, Weight>,
): Converted {
  const convert = converters[layer.class_name];
  if (!convert) throw new Error(`layers of the class ${layer.class_name} are not supported`);
  if (!isFilled(inputs)) throw new Error(`the layer ${layer.name} has no input`);
  return convert(layer, inputs, weights);
}
