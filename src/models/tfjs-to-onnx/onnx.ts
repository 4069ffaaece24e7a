import protobuf from 'protobufjs/light.js';

const makeField = (id: number, type: string) => ({ id, type });
/** ONNX's schema is proto2, whose lists of numbers are not packed. */
const list = (id: number, type: string) => ({
  id,
  type,
  rule: 'repeated',
  ...(type === 'int64' && { options: { packed: false } }),
});

/**
 * The messages and fields that a convolutional network needs, from
 * https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
 */
const schema = protobuf.Root.fromJSON({
  nested: {
    Model: {
      fields: {
        irVersion: makeField(1, 'int64'),
        producerName: makeField(2, 'string'),
        graph: makeField(7, 'Graph'),
        opsets: list(8, 'Opset'),
      },
    },
    Opset: { fields: { domain: makeField(1, 'string'), version: makeField(2, 'int64') } },
    Graph: {
      fields: {
        nodes: list(1, 'Node'),
        name: makeField(2, 'string'),
        initializers: list(5, 'Tensor'),
        inputs: list(11, 'ValueInfo'),
        outputs: list(12, 'ValueInfo'),
      },
    },
    Node: {
      fields: {
        inputs: list(1, 'string'),
        outputs: list(2, 'string'),
        name: makeField(3, 'string'),
        operator: makeField(4, 'string'),
        attributes: list(5, 'Attribute'),
      },
    },
    Attribute: {
      fields: {
        name: makeField(1, 'string'),
        int: makeField(3, 'int64'),
        text: makeField(4, 'bytes'),
        ints: list(8, 'int64'),
        type: makeField(20, 'int32'),
      },
    },
    Tensor: {
      fields: {
        dims: list(1, 'int64'),
        dataType: makeField(2, 'int32'),
        name: makeField(8, 'string'),
        raw: makeField(9, 'bytes'),
      },
    },
    ValueInfo: { fields: { name: makeField(1, 'string'), type: makeField(2, 'ValueType') } },
    ValueType: { fields: { tensor: makeField(1, 'TensorType') } },
    TensorType: { fields: { elementType: makeField(1, 'int32'), shape: makeField(2, 'Shape') } },
    Shape: { fields: { dims: list(1, 'Dimension') } },
    Dimension: { fields: { size: makeField(1, 'int64'), symbol: makeField(2, 'string') } },
  },
});

const float32 = 1;
const attributeTypes = { int: 2, text: 3, ints: 7 } as const;

export interface Tensor {
  name: string;
  dims: number[];
  values: Float32Array;
}

export interface Node {
  operator: string;
  inputs: string[];
  output: string;
  attributes?: Record<string, number | number[] | string>;
}

export interface Graph {
  name: string;
  nodes: Node[];
  initializers: Tensor[];
  /** Each dimension is a number, or a name if it is known only at run time. */
  input: { name: string; dims: (number | string)[] };
  output: { name: string; dims: (number | string)[] };
}

function makeAttribute([name, value]: [string, number | number[] | string]) {
  if (typeof value === 'string') return { name, text: Buffer.from(value), type: attributeTypes.text };
  if (typeof value === 'number') return { name, int: value, type: attributeTypes.int };
  return { name, ints: value, type: attributeTypes.ints };
}

const describeValue = ({ name, dims }: Graph['input']) => ({
  name,
  type: {
    tensor: {
      elementType: float32,
      shape: { dims: dims.map(dim => (typeof dim === 'number' ? { size: dim } : { symbol: dim })) },
    },
  },
});

/** Encodes a graph of float32 tensors as ONNX. */
export function encodeOnnx({ name, nodes, initializers, input, output }: Graph): Uint8Array {
  const model = {
    irVersion: 8,
    producerName: 'filemill',
    opsets: [{ domain: '', version: 13 }],
    graph: {
      name,
      nodes: nodes.map(node => ({
        name: node.output,
        operator: node.operator,
        inputs: node.inputs,
        outputs: [node.output],
        attributes: Object.entries(node.attributes ?? {}).map(makeAttribute),
      })),
      initializers: initializers.map(({ name, dims, values }) => ({
        name,
        dims,
        dataType: float32,
        raw: new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
      })),
      inputs: [describeValue(input)],
      outputs: [describeValue(output)],
    },
  };
  return schema.lookupType('Model').encode(model).finish();
}
