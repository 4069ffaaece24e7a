import type { InferenceSession, Tensor } from 'onnxruntime-node';

/** Runs a model that takes one tensor and gives one. */
export async function runOnnx(session: InferenceSession, input: Tensor): Promise<Tensor> {
  const made = await session.run(Object.fromEntries(session.inputNames.map(name => [name, input])));
  const [output] = Object.values(made);
  if (!output) throw new Error('a model that makes nothing');
  return output;
}
