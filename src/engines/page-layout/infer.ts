import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Infer } from '../model.ts';
import { runOnnx } from '../run-onnx.ts';

const usualSize = 1024;
const usualThreshold = 0.5;
const maxRegions = 300;
/** Numbers of one box in the model's result: left, top, right, bottom, score, index of the label. */
const numbersPerBox = 6;
/** The grey that pads a page to a square, as in the model's training. */
const padding = 114 / 255;

const sessions = new Map<string, Promise<InferenceSession>>();

function open(modelDir: string, threads: number): Promise<InferenceSession> {
  const known =
    sessions.get(modelDir) ??
    InferenceSession.create(join(modelDir, 'model.onnx'), {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
    });
  sessions.set(modelDir, known);
  return known;
}

/** Scales rows of RGB pixels into the upper left corner of a square, as planes of red, green and blue from 0 to 1. */
function toPlanes(pixels: Uint8Array, width: number, height: number, size: number): Float32Array {
  const scale = size / Math.max(width, height);
  const [columns, rows] = [Math.round(width * scale), Math.round(height * scale)];
  const area = size * size;
  const planes = new Float32Array(3 * area).fill(padding);
  for (let y = 0; y < rows; y++) {
    const from = Math.min(height - 1, Math.floor((y + 0.5) / scale)) * width;
    for (let x = 0; x < columns; x++) {
      const at = 3 * (from + Math.min(width - 1, Math.floor((x + 0.5) / scale)));
      for (let plane = 0; plane < 3; plane++) planes[plane * area + y * size + x] = pixels[at + plane]! / 255;
    }
  }
  return planes;
}

/**
 * Finds the regions of a page. `input` has rows of RGB pixels with 8 bits a sample. The fact `regions` lists label and
 * box of each, in pixels of the input.
 */
export const infer: Infer = async ({ modelDir, input, params, settings, threads }) => {
  const [width, height] = [Number(params.width), Number(params.height)];
  const size = Number(settings.size ?? usualSize);
  const threshold = Number(settings.threshold ?? usualThreshold);
  const labels = Array.isArray(settings.labels) ? settings.labels.map(String) : [];
  const pixels = await readFile(input);
  if (pixels.length !== width * height * 3) throw new Error(`${pixels.length} bytes for ${width}x${height}`);
  const session = await open(modelDir, threads);
  const tensor = new Tensor('float32', toPlanes(pixels, width, height, size), [1, 3, size, size]);
  const made = await runOnnx(session, tensor);
  if (made.type !== 'float32' || made.dims.at(-1) !== numbersPerBox)
    throw new Error(`a layout model made ${made.type} ${made.dims.join('x')}, not boxes of 6 numbers`);
  const numbers = made.data as Float32Array;
  const back = Math.max(width, height) / size;
  const regions: Record<string, unknown>[] = [];
  for (let at = 0; at < numbers.length && regions.length < maxRegions; at += numbersPerBox) {
    const [left = 0, top = 0, right = 0, bottom = 0, score = 0, index = -1] = numbers.subarray(
      at,
      at + numbersPerBox,
    );
    const label = labels[Math.round(index)];
    if (label === undefined || !(score >= threshold) || !(right > left) || !(bottom > top)) continue;
    regions.push({ label, left: left * back, top: top * back, right: right * back, bottom: bottom * back });
  }
  return { regions };
};
