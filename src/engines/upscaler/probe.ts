import type { Engine } from '../engine.ts';
import { findOnnxRuntimeVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'upscaler',
  title: 'ESRGAN (ONNX Runtime), for upscaling',
  licence: 'MIT',
  packages: [],
  heavyMb: 1500,
  probe: findOnnxRuntimeVersion,
};
