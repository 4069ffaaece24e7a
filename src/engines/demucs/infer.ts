import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Infer } from '../model.ts';
import { segment } from './segment.ts';
import { addSound, bins, computeSpectra, frames } from './spectrum.ts';

const sessions = new Map<string, Promise<InferenceSession>>();

function openSession(modelDir: string, threads: number): Promise<InferenceSession> {
  const known = sessions.get(modelDir);
  if (known) return known;
  const opened = InferenceSession.create(join(modelDir, 'htdemucs.onnx'), {
    intraOpNumThreads: threads,
    logSeverityLevel: 3,
    // The arena never frees memory: it held 5 GB after two segments. Without it a segment takes 2.8 GB, of which 0.7 GB stay.
    enableCpuMemArena: false,
  });
  sessions.set(modelDir, opened);
  return opened;
}

/**
 * Separates one segment. The input has the samples of the left channel, then of the right; the output has the same for
 * each of drums, bass, other and vocals.
 */
export const infer: Infer = async ({ modelDir, input, output, threads }) => {
  const session = await openSession(modelDir, threads);
  const bytes = await readFile(input);
  const mix = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  if (mix.length !== 2 * segment) throw new Error(`a segment is ${segment} samples of two channels`);
  const [left, right] = [mix.subarray(0, segment), mix.subarray(segment)];
  const [mixName, spectraName] = session.inputNames as [string, string];
  const results = await session.run({
    [mixName]: new Tensor('float32', mix, [1, 2, segment]),
    [spectraName]: new Tensor('float32', computeSpectra(left, right), [1, 4, bins, frames]),
  });
  const [spectra, stems] = session.outputNames.map(name => results[name]?.data) as [
    Float32Array,
    Float32Array,
  ];
  for (let stem = 0; stem < 4; stem++) {
    const planes = spectra.subarray(stem * 4 * bins * frames, (stem + 1) * 4 * bins * frames);
    const start = stem * 2 * segment;
    addSound(
      planes,
      stems.subarray(start, start + segment),
      stems.subarray(start + segment, start + 2 * segment),
    );
  }
  await writeFile(output!, stems);
  return {};
};
