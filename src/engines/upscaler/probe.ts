import type { Engine } from '../engine.ts';
import { findNpmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'upscaler',
  title: 'Upscaling of pictures by a model (ONNX Runtime)',
  licence: 'MIT',
  packages: [],
  heavyMb: 1500,
  probe: () => findNpmVersion('onnxruntime-node'),
};
