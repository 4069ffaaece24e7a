import type { Engine } from '../engine.ts';
import { findOnnxRuntimeVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'page-layout',
  title: 'Layout and table models of the operator (ONNX Runtime)',
  licence: 'MIT',
  packages: [],
  heavyMb: 1500,
  probe: findOnnxRuntimeVersion,
};
