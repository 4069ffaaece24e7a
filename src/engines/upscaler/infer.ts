import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Infer } from '../model.ts';
import { runOnnx } from '../run-onnx.ts';

const sessions = new Map<string, Promise<InferenceSession>>();

function open(file: string, threads: number): Promise<InferenceSession> {
  const known =
    sessions.get(file) ??
    InferenceSession.create(file, { intraOpNumThreads: threads, interOpNumThreads: 1, logSeverityLevel: 3 });
  sessions.set(file, known);
  return known;
}

/** Chooses the scale to compute at: the one asked for, else the next larger one. */
function chooseScale(scales: unknown, asked: number): number {
  const known = Array.isArray(scales) ? scales.map(Number).sort((a, b) => a - b) : [4];
  return known.find(scale => scale >= asked) ?? known.at(-1) ?? 4;
}

/** The value of white in samples of 16 bits. */
const white = 65_535;

/** Splits rows of RGB pixels into planes of red, green and blue, scaled to `range`. */
function toPlanes(pixels: Uint16Array, range: number): Float32Array {
  const size = pixels.length / 3;
  const planes = new Float32Array(pixels.length);
  const unit = range / white;
  for (let plane = 0; plane < 3; plane++)
    for (let at = 0; at < size; at++) planes[plane * size + at] = pixels[3 * at + plane]! * unit;
  return planes;
}

/** Joins planes into rows of RGB pixels, without `crop` pixels on each side. */
function toPixels(planes: Float32Array, width: number, range: number, crop: number): Uint16Array {
  const size = planes.length / 3;
  const rows = size / width - 2 * crop;
  const columns = width - 2 * crop;
  const pixels = new Uint16Array(rows * columns * 3);
  const unit = white / range;
  const sample = (value: number) => Math.min(white, Math.max(0, value * unit + 0.5));
  for (let y = 0, to = 0; y < rows; y++) {
    const first = (y + crop) * width + crop;
    for (let at = first; at < first + columns; at++)
      for (let plane = 0; plane < 3; plane++) pixels[to++] = sample(planes[plane * size + at]!);
  }
  return pixels;
}

/**
 * Enlarges one tile. `input` and `output` are rows of RGB pixels with 16 bits a sample. The fact `scale` tells how much
 * larger the result is, which is more than was asked for where the model has no smaller scale. `crop` pixels on each
 * side of the tile only give the model context and are not part of the result.
 */
export const infer: Infer = async ({ modelDir, input, output, params, settings, threads }) => {
  const width = Number(params.width);
  const height = Number(params.height);
  const scale = chooseScale(settings.scales, Number(params.scale));
  const range = Number(settings.range ?? 1);
  const session = await open(join(modelDir, `x${scale}.onnx`), threads);
  const bytes = await readFile(input);
  const pixels = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  if (pixels.length !== width * height * 3) throw new Error(`${bytes.length} bytes for ${width}x${height}`);
  const tensor = new Tensor('float32', toPlanes(pixels, range), [1, 3, height, width]);
  const made = await runOnnx(session, tensor);
  if (made.dims[2] !== height * scale || made.dims[3] !== width * scale)
    throw new Error(`a model of scale ${scale} made ${made.dims.join('x')} of ${width}x${height}`);
  const crop = Number(params.crop ?? 0) * scale;
  await writeFile(output!, toPixels(made.data as Float32Array, width * scale, range, crop));
  return { scale };
};
