// Voice isolation: seven voices of the corpus in four kinds of noise, as loud as the voice and 5 dB softer. Prints by how many
// decibels of SI-SDR the voice comes out cleaner: by RNNoise alone, by what voice-isolation does, and the worst voice of these.
// node bench/isolation.ts   (needs ffmpeg and the corpus)
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMedia, readChannels } from '../src/engines/ffmpeg/testing/make-media.ts';
import { rnnoiseRate } from '../src/engines/rnnoise/engine.ts';
import { addNoise, computeSiSdr, makeNoise } from '../src/jobs/ai/testing/measure.ts';
import { keepSpeech } from '../src/jobs/ai/voice-isolation/keep-speech.ts';
import { heardParts, separateSpeech } from '../src/jobs/ai/voice-isolation/separate-speech.ts';
import { corpusFile } from '../tests/support/corpus.ts';

const seconds = 4;
const austen = 'pocketsphinx__sense_and_sensibility_01_austen_64kb-';
const voices = [
  'whisper.cpp__jfk.wav',
  `${austen}0870.wav`,
  `${austen}0890.wav`,
  'speechbrain__spk1_snt1.wav',
  'deepspeech__LDC93S1.wav',
  'speech_recognition__english.wav',
  'vosk-api__test.wav',
];
const dir = await mkdtemp(join(tmpdir(), 'filemill-isolation-'));
const load = (name: string) =>
  readChannels(
    makeMedia(
      join(dir, `${name}.wav`),
      ...['-i', corpusFile(`audio/${name}`), '-t', String(seconds), '-ar', String(rnnoiseRate), '-ac', '1'],
    ),
    1,
  )[0]!;

const hiss = makeNoise(seconds * rnnoiseRate);
const hum = (at: number) =>
  [1, 2, 3, 5].reduce(
    (sum, part) => sum + Math.sin((2 * Math.PI * 50 * part * at) / rnnoiseRate) / part,
    0.05 * hiss[at]!,
  );
const cafe = load('noisereduce__cafe_short.wav');
let rumble = 0;
const noises = {
  white: hiss,
  hum: hiss.map((_, at) => hum(at)),
  brown: hiss.map(value => {
    rumble = 0.98 * rumble + value;
    return rumble;
  }),
  cafe: hiss.map((_, at) => cafe[at % cafe.length]!),
};

async function isolate(heard: Float32Array): Promise<{ rnnoise: Float32Array; ours: Float32Array }> {
  const found: Float32Array[] = [];
  async function* whole() {
    yield heard;
  }
  for await (const part of separateSpeech(whole(), 1)) found.push(part);
  const joined = Float32Array.from(found.flatMap(part => [...part]));
  return {
    rnnoise: heard.map((_, at) => joined[heardParts * at + 1]!),
    ours: keepSpeech(joined, 1),
  };
}

const clips = voices.map(load);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const shown = (value: number) => value.toFixed(1).padStart(6);
const all: { rnnoise: number; ours: number }[] = [];
console.log('noise   at     RNNoise  ours  worst   (gain in dB SI-SDR)');
for (const [name, added] of Object.entries(noises))
  for (const decibels of [0, 5]) {
    const gains: typeof all = [];
    for (const clip of clips) {
      const heard = addNoise(clip, added, decibels);
      const { rnnoise, ours } = await isolate(heard);
      const before = computeSiSdr(heard, clip);
      gains.push({ rnnoise: computeSiSdr(rnnoise, clip) - before, ours: computeSiSdr(ours, clip) - before });
    }
    all.push(...gains);
    const [alone, made] = [gains.map(gain => gain.rnnoise), gains.map(gain => gain.ours)];
    console.log(
      `${name.padEnd(6)} ${decibels} dB   ${shown(mean(alone))} ${shown(mean(made))} ${shown(Math.min(...made))}`,
    );
  }
console.log(
  `mean of ${all.length} pairs: RNNoise +${mean(all.map(({ rnnoise }) => rnnoise)).toFixed(1)} dB, ours +${mean(all.map(({ ours }) => ours)).toFixed(1)} dB`,
);
console.log(
  `most lost against RNNoise alone: ${Math.min(...all.map(({ rnnoise, ours }) => ours - rnnoise)).toFixed(1)} dB`,
);
await rm(dir, { recursive: true });
