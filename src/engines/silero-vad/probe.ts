import type { Engine } from '../engine.ts';
import { findOnnxRuntimeVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'silero-vad',
  title: 'Silero VAD (ONNX Runtime), for finding speech',
  licence: 'MIT',
  packages: [],
  probe: findOnnxRuntimeVersion,
};
