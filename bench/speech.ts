// Speech to text: a recording joined from the corpus through the service, and by bare whisper.cpp with all cores.
// node bench/speech.ts [minutes]   (needs ffmpeg, the models and the corpus)
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openContext } from '../src/engines/whisper/binding.ts';
import { corpusFile } from '../tests/support/corpus.ts';
import { modelsDir } from '../tests/support/run-job.ts';
import { exchange, finish, ready } from './client.ts';
import { type Cost, compare, measure, ownProcessorSeconds } from './measure.ts';
import { startService } from './service.ts';

const minutes = Number(process.argv[2] ?? 10);
const dir = await mkdtemp(join(tmpdir(), 'filemill-speech-'));
const austen = 'pocketsphinx__sense_and_sensibility_01_austen_64kb-';
const spoken = [
  'whisper.cpp__jfk.wav',
  ...['0870', '0880', '0890', '0930'].map(part => `${austen}${part}.wav`),
  'speechbrain__spk1_snt1.wav',
  'speechbrain__spk1_snt5.wav',
  'noisereduce__fish.wav',
];

/** The recordings repeated, half a second apart. */
async function joinSpeech(): Promise<string> {
  const raw = (name: string) =>
    execFileSync(
      'ffmpeg',
      ['-v', 'error', '-i', corpusFile(`audio/${name}`), '-ac', '1', '-ar', '16000', '-f', 's16le', '-'],
      { maxBuffer: 1e8 },
    );
  const round = Buffer.concat(spoken.flatMap(name => [raw(name), Buffer.alloc(16_000)]));
  const wanted = Buffer.alloc(minutes * 60 * 32_000);
  for (let at = 0; at < wanted.length; at += round.length) round.copy(wanted, at);
  const [samples, file] = [join(dir, 'speech.raw'), join(dir, 'speech.flac')];
  await writeFile(samples, wanted);
  execFileSync('ffmpeg', ['-v', 'error', '-f', 's16le', '-ar', '16000', '-ac', '1', '-i', samples, file]);
  return file;
}

const countWords = (text: string): string => `${text.split(/\s+/).length} words`;

const file = await joinSpeech();
const service = await startService();
let ours: Cost;
try {
  ours = await measure('filemill', service.processorSeconds, async () => {
    const job = await ready(service, {
      type: 'speech-to-text',
      filename: 'speech.flac',
      contentType: 'audio/flac',
      bytes: await readFile(file),
      options: {},
    });
    const { result } = await finish(service, job);
    return countWords((await exchange('GET', result.downloadUrl, {})).toString());
  });
} finally {
  await service.stop();
}
const bare = await measure('bare whisper.cpp', ownProcessorSeconds, async () => {
  const context = openContext(join(modelsDir, 'whisper-base.en/ggml-base.en.bin'));
  const bytes = await readFile(join(dir, 'speech.raw'));
  const options = {
    ...{ language: 'en', translate: false, maxThreads: availableParallelism(), maxLen: 0 },
    ...{ tokenTimestamps: false, temperature: 0, prompt: '' },
  };
  const samples = new Uint8Array(bytes).buffer;
  return countWords((await context.transcribeData(samples, options)).result);
});
console.log(`${compare(ours, bare)}; ${(ours.seconds / (60 * minutes)).toFixed(3)} × real time`);
await rm(dir, { recursive: true });
process.exit(0);
