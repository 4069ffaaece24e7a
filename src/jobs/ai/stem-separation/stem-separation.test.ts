import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMissing, runsAll, takeSome } from '../../../../tests/support/needs.ts';
import { modelsDir, runJob } from '../../../../tests/support/run-job.ts';
import { makeMedia, readChannels, writeChannels } from '../../../engines/ffmpeg/testing/make-media.ts';
import { inaugural } from '../speech-to-text/testing/speak.ts';
import { computeSdr, makeNoise } from '../testing/measure.ts';
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
const hits = makeNoise(frames, 9);
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

/** Makes a mix of speech, drums and bass. */
function makeMix(): { file: string; mix: Float32Array; truths: Float32Array[] } {
  const speech = makeMedia(join(dir, 'speech.wav'), '-i', inaugural, '-ar', String(rate));
  const truths = [readChannels(speech, 1)[0]!.slice(0, frames), drums, bass];
  const mix = sumOf(truths);
  return { file: writeChannels(join(dir, 'mix.wav'), [mix, mix], rate), mix, truths };
}

describe.skipIf(isMissing(existsSync(join(modelsDir, 'htdemucs'))))('stem-separation', () => {
  it('separates a mix with known stems, and the stems sum to the mix', async () => {
    const { file, mix, truths } = makeMix();
    await using made = await runJob(job, run, file, { outputFormat: 'flac' });
    expect(made.outputs.map(output => output.filename)).toEqual(
      ['vocals', 'drums', 'bass', 'other'].map(stem => `mix-${stem}.flac`),
    );
    const stems = made.outputs.map(output => readChannels(output.path, 2)[0]!);
    for (const stem of stems) expect(stem).toHaveLength(frames);
    expect(computeSdr(sumOf(stems), mix)).toBeGreaterThan(60);
    const figures = truths.map((truth, at) => computeSdr(stems[at]!, truth));
    console.log(
      `stems, SDR: ${figures.map(figure => figure.toFixed(1)).join(' / ')} dB (vocals, drums, bass)`,
    );
    for (const figure of figures) expect(figure).toBeGreaterThan(12);
    expect(made.charged[0]).toBeCloseTo(6.9, 1);
  }, 600_000);

  it.runIf(runsAll)(
    'keeps length, sample rate and channels of a 48 kHz mono file, in two stems',
    async () => {
      const { file: mix } = makeMix();
      const file = makeMedia(join(dir, 'song.mp3'), '-i', mix, '-t', '4', '-ar', '48000', '-ac', '1');
      await using made = await runJob(job, run, file, { stems: 2 });
      expect(made.outputs.map(output => output.metadata)).toMatchObject([
        { stem: 'vocals', sampleRate: 48_000, channels: 1 },
        { stem: 'accompaniment', sampleRate: 48_000, channels: 1 },
      ]);
      const stems = made.outputs.map(output => readChannels(output.path, 1)[0]!);
      const original = readChannels(file, 1)[0]!;
      for (const stem of stems) expect(stem).toHaveLength(original.length);
      expect(computeSdr(sumOf(stems), original)).toBeGreaterThan(60);
      const power = (samples: Float32Array) => samples.reduce((sum, value) => sum + value * value, 0);
      for (const stem of stems) expect(power(stem) / power(original)).toBeGreaterThan(0.02);
    },
    600_000,
  );

  const layouts: [layout: string, channels: number][] = [
    ['stereo', 2],
    ['7.1', 8],
    ['3.0', 3],
    ['5.0', 5],
  ];
  it.each(takeSome(layouts, 1))(
    'makes silent stems from silence in %s without running the model',
    async (layout, channels) => {
      const silence = `anullsrc=d=9:r=22050:cl=${layout}`;
      const file = makeMedia(join(dir, `silence-${channels}.wav`), '-f', 'lavfi', '-i', silence);
      await using made = await runJob(job, run, file, { outputFormat: 'wav' });
      for (const { path, metadata } of made.outputs) {
        expect(metadata).toMatchObject({ sampleRate: 22_050, channels });
        const found = readChannels(path, channels);
        expect(found.at(-1)).toHaveLength(9 * 22_050);
        expect(found.every(channel => channel.every(value => value === 0))).toBe(true);
      }
    },
  );
});

describe('stem-separation without the model', () => {
  const permissive = { permissive: true };

  it('still separates a mix, warns about the fallback, and the stems sum to the mix', async () => {
    const { file, mix, truths } = makeMix();
    await using made = await runJob(job, run, file, {}, permissive);
    expect(made.engines).toEqual(['ffmpeg', 'classical-separation']);
    expect(made.warnings).toEqual([{ code: 'model_fallback' }]);
    const stems = made.outputs.map(output => readChannels(output.path, 2)[0]!);
    for (const stem of stems) expect(stem).toHaveLength(frames);
    expect(computeSdr(sumOf(stems), mix)).toBeGreaterThan(60);
    const gains = truths.map((truth, at) => computeSdr(stems[at]!, truth) - computeSdr(mix, truth));
    console.log(
      `classical stems, SDR over the mix: ${gains.map(gain => gain.toFixed(1)).join(' / ')} dB (vocals, drums, bass)`,
    );
    for (const gain of gains) expect(gain).toBeGreaterThan(5);
  });

  it.runIf(runsAll)(
    'keeps sample rate, channels and length, and excludes sound on one side only from the vocals',
    async () => {
      const tone = (hertz: number, length: number) =>
        new Float32Array(length).map((_, at) => 0.3 * Math.sin((2 * Math.PI * hertz * at) / 48_000));
      const length = 10 * 48_000 + 7;
      const [centre, left] = [tone(1000, length), tone(1700, length)];
      const file = writeChannels(join(dir, 'sides.wav'), [sumOf([centre, left]), centre], 48_000);
      await using made = await runJob(job, run, file, { stems: 2, outputFormat: 'flac' }, permissive);
      const [vocals, accompaniment] = made.outputs.map(output => readChannels(output.path, 2)[0]!);
      expect(made.outputs[0]!.metadata).toMatchObject({ sampleRate: 48_000, channels: 2 });
      expect(vocals).toHaveLength(length);
      expect(computeSdr(vocals!, centre)).toBeGreaterThan(15);
      expect(computeSdr(accompaniment!, left)).toBeGreaterThan(15);
    },
  );
});
