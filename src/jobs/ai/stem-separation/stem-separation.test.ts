import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFile, hasCorpus } from '../../../../tests/support/corpus.ts';
import { modelsDir, runJob } from '../../../../tests/support/run-job.ts';
import { makeMedia, readChannels, writeChannels } from '../../../engines/ffmpeg/testing/make-media.ts';
import { noise, sdr } from '../testing/measure.ts';
import { job } from './job.ts';
import { run } from './run.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-stems-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const rate = 44_100;
const seconds = 7;
const frames = seconds * rate;
/** A kick and a snare, and a line of low notes, as a drum machine and a synthesiser make them. */
const hits = noise(frames, 9);
const drums = new Float32Array(frames).map((_, at) => {
  const time = (at / rate) % 0.5;
  const kick = Math.sin(2 * Math.PI * 55 * time + 20 * (1 - Math.exp(-30 * time))) * Math.exp(-12 * time);
  const snare = (at / rate) % 1 >= 0.5 ? hits[at]! * Math.exp(-25 * time) : 0;
  return 0.3 * kick + 0.2 * snare;
});
const bass = new Float32Array(frames).map((_, at) => {
  const note = [82.4, 98, 110, 73.4][Math.floor(at / rate) % 4]!;
  const phase = 2 * Math.PI * note * (at / rate);
  return 0.12 * (Math.sin(phase) + 0.4 * Math.sin(2 * phase) + 0.2 * Math.sin(3 * phase));
});

const sumOf = (parts: Float32Array[]) =>
  parts[0]!.map((_, at) => parts.reduce((sum, part) => sum + part[at]!, 0));

describe.skipIf(!hasCorpus || !existsSync(join(modelsDir, 'htdemucs')))('stem-separation', () => {
  it('parts a mix whose parts are known, and the stems sum to it', async () => {
    const speech = makeMedia(
      join(dir, 'speech.wav'),
      '-i',
      corpusFile('audio/whisper.cpp__jfk.wav'),
      '-ar',
      String(rate),
    );
    const voice = readChannels(speech, 1)[0]!.slice(0, frames);
    const mix = sumOf([voice, drums, bass]);
    const file = writeChannels(join(dir, 'mix.wav'), [mix, mix], rate);
    await using made = await runJob(job, run, file, { outputFormat: 'flac' });
    expect(made.outputs.map(output => output.filename)).toEqual(
      ['vocals', 'drums', 'bass', 'other'].map(stem => `mix-${stem}.flac`),
    );
    const stems = made.outputs.map(output => readChannels(output.path, 2)[0]!);
    for (const stem of stems) expect(stem).toHaveLength(frames);
    expect(sdr(sumOf(stems), mix)).toBeGreaterThan(60);
    const figures = [voice, drums, bass].map((truth, at) => sdr(stems[at]!, truth));
    console.log(
      `stems, SDR: ${figures.map(figure => figure.toFixed(1)).join(' / ')} dB (vocals, drums, bass)`,
    );
    for (const figure of figures) expect(figure).toBeGreaterThan(12);
    expect(made.charged[0]).toBeCloseTo(6.9, 1);
  }, 600_000);

  it('keeps length, rate and channels of a mono file at 48 kHz, in two stems', async () => {
    const file = makeMedia(
      join(dir, 'song.mp3'),
      '-i',
      corpusFile('audio/spleeter__audio_example_mono.mp3'),
      '-t',
      '4',
      '-ar',
      '48000',
    );
    await using made = await runJob(job, run, file, { stems: 2 });
    expect(made.outputs.map(output => output.metadata)).toMatchObject([
      { stem: 'vocals', sampleRate: 48_000, channels: 1 },
      { stem: 'accompaniment', sampleRate: 48_000, channels: 1 },
    ]);
    const stems = made.outputs.map(output => readChannels(output.path, 1)[0]!);
    const original = readChannels(file, 1)[0]!;
    for (const stem of stems) expect(stem).toHaveLength(original.length);
    expect(sdr(sumOf(stems), original)).toBeGreaterThan(60);
    const power = (samples: Float32Array) => samples.reduce((sum, value) => sum + value * value, 0);
    for (const stem of stems) expect(power(stem) / power(original)).toBeGreaterThan(0.02);
  }, 600_000);

  it('makes silent stems of silence without running the model', async () => {
    const file = makeMedia(join(dir, 'silence.wav'), '-f', 'lavfi', '-i', 'anullsrc=d=20:r=22050:cl=stereo');
    await using made = await runJob(job, run, file, { outputFormat: 'wav' });
    for (const { path } of made.outputs) {
      const [left] = readChannels(path, 2);
      expect(left).toHaveLength(20 * 22_050);
      expect(left!.every(value => value === 0)).toBe(true);
    }
  });
});
