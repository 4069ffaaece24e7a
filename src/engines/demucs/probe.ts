import type { Engine } from '../engine.ts';
import { findOnnxRuntimeVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'demucs',
  title: 'Hybrid Transformer Demucs (ONNX Runtime), for music separation',
  licence: 'MIT; its model htdemucs is for personal and research use only',
  packages: [],
  probe: findOnnxRuntimeVersion,
  heavyMb: 3000,
};
