import { createHash } from 'node:crypto';

/** An entry of MODELS_DIR/manifest.json whose file a server of this machine has, or would have. */
export const describeModel = (name: string, weights: Buffer, port: number) => ({
  name,
  jobTypes: ['image-upscale'],
  engine: 'upscaler',
  purpose: 'enlarges drawings',
  licence: 'MIT',
  commercialUse: true,
  source: {
    files: [
      {
        as: 'x4.onnx',
        url: `http://127.0.0.1:${port}/x4.onnx`,
        sha256: createHash('sha256').update(weights).digest('hex'),
        size: weights.length,
      },
    ],
  },
  settings: { scales: [4] },
});
