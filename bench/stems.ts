// Compares stem separation of a song of the corpus through the service with the same windows in a bare ONNX Runtime
// loop, without decoding, spectra and encoding. `node bench/stems.ts [file of the corpus] [path for the vocals]` (needs
// ffmpeg, htdemucs and the corpus)
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { segment } from '../src/engines/demucs/segment.ts';
import { bins, computeSpectra, frames } from '../src/engines/demucs/spectrum.ts';
import { readChannels } from '../src/engines/ffmpeg/testing/make-media.ts';
import { corpusFile } from '../tests/support/corpus.ts';
import { modelsDir } from '../tests/support/run-job.ts';
import { exchange, finish, ready } from './client.ts';
import { type Cost, compare, measure, ownProcessorSeconds } from './measure.ts';
import { startService } from './service.ts';

const song = corpusFile(process.argv[2] ?? 'audio/spleeter__audio_example.mp3');
const dir = await mkdtemp(join(tmpdir(), 'filemill-stems-'));

/** The overlapping quarter is computed twice, as in the service. */
async function cutWindows(): Promise<[Float32Array, Float32Array][]> {
  const copy = join(dir, 'song.mp3');
  await writeFile(copy, await readFile(song));
  const [left, right] = readChannels(copy, 2, '-ac', '2', '-ar', '44100') as [Float32Array, Float32Array];
  const overlap = Math.ceil(segment / 4);
  const count = Math.max(1, Math.ceil((left.length - overlap) / (segment - overlap)));
  return Array.from({ length: count }, (_, at) => {
    const start = Math.min(at * (segment - overlap), Math.max(0, left.length - segment));
    const cut = (side: Float32Array) => {
      const window = new Float32Array(segment);
      window.set(side.subarray(start, start + segment));
      return window;
    };
    return [cut(left), cut(right)];
  });
}

const service = await startService();
let ours: Cost;
try {
  ours = await measure('filemill', service.processorSeconds, async () => {
    const bytes = await readFile(song);
    const file = { type: 'stem-separation', filename: 'song.mp3', contentType: 'audio/mpeg', bytes };
    const { result } = await finish(service, await ready(service, { ...file, options: {} }));
    const made = await exchange('GET', result.downloadUrl, {});
    if (process.argv[3]) await writeFile(process.argv[3], made);
  });
} finally {
  await service.stop();
}

const inputs = (await cutWindows()).map(([left, right]) => {
  const mix = new Float32Array(2 * segment);
  mix.set(left);
  mix.set(right, segment);
  return [
    new Tensor('float32', mix, [1, 2, segment]),
    new Tensor('float32', computeSpectra(left, right), [1, 4, bins, frames]),
  ] as const;
});
const bare = await measure(`bare ONNX Runtime, ${inputs.length} windows`, ownProcessorSeconds, async () => {
  const options = { intraOpNumThreads: availableParallelism(), logSeverityLevel: 3 } as const;
  const session = await InferenceSession.create(join(modelsDir, 'htdemucs/htdemucs.onnx'), options);
  const [mixName, spectraName] = session.inputNames as [string, string];
  for (const [mix, spectra] of inputs) await session.run({ [mixName]: mix, [spectraName]: spectra });
});
console.log(compare(ours, bare));
await rm(dir, { recursive: true });
process.exit(0);
