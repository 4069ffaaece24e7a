import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFile, hasCorpus } from '../../../../tests/support/corpus.ts';
import { runsAll, takeSome } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import {
  describeTones,
  makeMedia,
  readChannels,
  writeChannels,
} from '../../../engines/ffmpeg/testing/make-media.ts';
import { soundFormats } from '../../../formats/formats.ts';
import { inaugural } from '../speech-to-text/testing/speak.ts';
import { addNoise, computeSdr, computeSiSdr, makeNoise } from '../testing/measure.ts';
import { job } from './job.ts';
import { run } from './run.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-voice-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));
const isolate = (file: string, options: object = {}) => runJob(job, run, file, { ...options });
const picture = (path: string) =>
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-i',
    path,
    '-map',
    '0:v',
    '-c',
    'copy',
    '-f',
    'md5',
    '-',
  ]).toString();

describe('speech in noise', () => {
  const rate = 44_100;
  let clean: Float32Array;
  let noisy: Float32Array;
  let file: string;
  beforeAll(() => {
    const speech = makeMedia(join(dir, 'speech.wav'), '-i', inaugural, ...['-t', '6', '-ar', String(rate)]);
    clean = readChannels(speech, 1)[0]!;
    noisy = addNoise(clean, makeNoise(clean.length), 0);
    const other = addNoise(clean, makeNoise(clean.length, 5), 5);
    file = writeChannels(join(dir, 'noisy.wav'), [noisy, other], rate);
  });

  it('is cleaner by 11 dB, with channels and length kept', async () => {
    await using made = await isolate(file);
    expect(made.engines).toEqual(['ffmpeg', 'rnnoise', 'gtcrn']);
    expect(made.outputs).toMatchObject([
      { filename: 'noisy.wav', format: 'wav', metadata: { sampleRate: rate, channels: 2 } },
    ]);
    const [left, right] = readChannels(made.outputs[0]!.path, 2);
    expect(left).toHaveLength(clean.length);
    const gain = computeSiSdr(left!, clean) - computeSiSdr(noisy, clean);
    console.log(`voice-isolation, white noise at 0 dB: +${gain.toFixed(1)} dB SI-SDR`);
    expect(gain).toBeGreaterThan(11);
    expect(computeSiSdr(right!, clean)).toBeGreaterThan(computeSiSdr(left!, clean));
    expect(made.charged[0]).toBeCloseTo(5.9, 1);
    expect(made.progress.length).toBeGreaterThan(1);
  });

  // Background voices made from the speech itself would share its pitch, so this needs a real recording.
  it.skipIf(!hasCorpus || !runsAll)('is cleaner by 4 dB among other talkers', async () => {
    const cafe = makeMedia(
      join(dir, 'cafe.wav'),
      ...['-i', corpusFile('audio/noisereduce__cafe_short.wav'), '-ar', String(rate), '-ac', '1'],
    );
    const talk = readChannels(cafe, 1)[0]!;
    const among = addNoise(
      clean,
      clean.map((_, at) => talk[at % talk.length]!),
      0,
    );
    await using made = await isolate(writeChannels(join(dir, 'among.wav'), [among], rate));
    const [voice] = readChannels(made.outputs[0]!.path, 1);
    const gain = computeSiSdr(voice!, clean) - computeSiSdr(among, clean);
    console.log(`voice-isolation, a café at 0 dB: +${gain.toFixed(1)} dB SI-SDR`);
    expect(gain).toBeGreaterThan(4);
  });

  it.runIf(runsAll)('is unchanged with strength 0 and halfway with 0.5', async () => {
    // Softer, since FLAC holds nothing that is louder than full scale.
    const [heard, truth] = [noisy, clean].map(sound => sound.slice(0, 2 * rate).map(value => value / 2)) as [
      Float32Array,
      Float32Array,
    ];
    const short = writeChannels(join(dir, 'short.wav'), [heard], rate);
    await using none = await isolate(short, { strength: 0, outputFormat: 'flac' });
    expect(none.outputs[0]!.filename).toBe('short.flac');
    const [kept] = readChannels(none.outputs[0]!.path, 1);
    expect(computeSdr(kept!, heard)).toBeGreaterThan(80);
    await using half = await isolate(short, { strength: 0.5, outputFormat: 'mp3' });
    const [some] = readChannels(half.outputs[0]!.path, 1);
    expect(some).toHaveLength(truth.length);
    const gain = computeSiSdr(some!, truth) - computeSiSdr(heard, truth);
    expect(gain).toBeGreaterThan(4);
    expect(gain).toBeLessThan(8);
  });

  it.runIf(runsAll)('that is clean stays nearly unchanged', async () => {
    await using made = await isolate(join(dir, 'speech.wav'));
    const [voice] = readChannels(made.outputs[0]!.path, 1);
    console.log(`voice-isolation, clean speech: ${computeSdr(voice!, clean).toFixed(1)} dB SDR`);
    expect(computeSdr(voice!, clean)).toBeGreaterThan(15);
    // Speech without pauses stays too, although no silence reveals the noise.
    const steady = clean.slice(3.3 * rate, 4.4 * rate);
    const file = writeChannels(join(dir, 'steady.wav'), [steady], rate);
    await using other = await isolate(file);
    const [kept] = readChannels(other.outputs[0]!.path, 1);
    console.log(`voice-isolation, speech without a pause: ${computeSdr(kept!, steady).toFixed(1)} dB SDR`);
    expect(computeSdr(kept!, steady)).toBeGreaterThan(8.5);
  });
});

describe('any input', () => {
  // The engine's tests check that every format is read.
  it.each(runsAll ? soundFormats : ['mp3'])(
    'as %s keeps its sample rate, channels and length',
    async format => {
      const codec = format === 'opus' || format === 'webm' ? ['-c:a', 'libopus'] : [];
      const path = makeMedia(
        join(dir, `in.${format}`),
        '-f',
        'lavfi',
        '-i',
        describeTones([300, 500], 0.3, 48_000),
        ...codec,
      );
      await using made = await isolate(path, { outputFormat: 'flac' });
      const before = readChannels(path, 2);
      const after = readChannels(made.outputs[0]!.path, 2, '-ar', '48000');
      expect(after[1]).toHaveLength(before[1]!.length);
      expect(made.outputs[0]!.metadata).toMatchObject({ sampleRate: 48_000, channels: 2 });
    },
  );

  const shapes = [
    ['a tenth of a second', ['-t', '0.1'], 2],
    ['8 kHz mono', ['-ar', '8000', '-ac', '1'], 1],
    ['six channels', ['-ac', '6'], 6],
    ['192 kHz', ['-ar', '192000'], 2],
  ] as const;
  it.each(takeSome(shapes, 2))('of %s keeps its length', async (name, args, channels) => {
    const path = join(dir, `${name.replaceAll(' ', '-')}.wav`);
    makeMedia(path, '-f', 'lavfi', '-i', describeTones([300, 500], 0.4), ...args);
    await using made = await isolate(path);
    const before = readChannels(path, channels);
    expect(readChannels(made.outputs[0]!.path, channels)[0]).toHaveLength(before[0]!.length);
  });
});

describe('credits are charged by the decoded sound and not by the file’s timestamps', () => {
  const squeeze = ['-c', 'copy', '-bsf:a', 'setts=pts=PTS/100:dts=DTS/100:duration=DURATION/100'];

  it.runIf(runsAll)('if timestamps are compressed', async () => {
    const sine = ['-f', 'lavfi', '-i', 'sine=300:d=8:r=8000', '-c:a', 'flac'];
    const long = makeMedia(join(dir, 'long.mkv'), ...sine);
    const path = makeMedia(join(dir, 'squeezed.mkv'), '-i', long, ...squeeze);
    await using made = await isolate(path);
    expect(made.outputs[0]!.metadata).toMatchObject({ seconds: 8 });
    expect(made.charged[0]).toBeGreaterThan(7);
    expect(Math.max(...made.charged)).toBeLessThanOrEqual(8);
  });

  it.runIf(runsAll)('if sound starts late: a gap costs only if it is filled with silence', async () => {
    const picture = ['-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64'];
    const late = ['-itsoffset', '8', '-f', 'lavfi', '-i', 'sine=300:d=2:r=8000', '-c:a', 'flac'];
    const path = makeMedia(join(dir, 'late.mkv'), ...picture, ...late);
    await using alone = await isolate(path);
    expect(Math.max(...alone.charged)).toBeLessThanOrEqual(2);
    await using film = await isolate(path, { keepVideo: true });
    expect(Math.max(...film.charged)).toBeCloseTo(9.9, 0);
    expect(film.charged).toEqual([...film.charged].sort((one, other) => one - other));
  });
});

describe('a video', () => {
  const film = [
    '-f',
    'lavfi',
    '-i',
    'testsrc=d=1:s=64x64:r=10',
    '-f',
    'lavfi',
    '-i',
    'sine=300:d=1:r=48000[s];[s]volume=3[t];anoisesrc=d=1:r=48000:a=0.05:seed=7[n];[t][n]amix=2',
  ];

  it.each(takeSome(['mp4', 'mov', 'mkv', 'webm'], 1))(
    'as %s keeps its picture stream unchanged beside the new sound',
    async format => {
      const codec = format === 'webm' ? ['-c:v', 'libvpx', '-c:a', 'libopus'] : ['-c:v', 'mpeg4'];
      const path = makeMedia(join(dir, `film.${format}`), ...film, ...codec);
      await using made = await isolate(path, { keepVideo: true });
      const [output] = made.outputs;
      expect(output).toMatchObject({ filename: `film.${format}`, format });
      expect(picture(output!.path)).toBe(picture(path));
      const [sound] = readChannels(output!.path, 1);
      expect(sound!.length / 48_000).toBeCloseTo(1, 1);
      // The same sound as without the picture, within 10 ms of the same place: containers count in milliseconds.
      await using alone = await isolate(path);
      const [voice] = readChannels(alone.outputs[0]!.path, 1);
      const [from, to] = [1000, 20_000];
      const truth = voice!.subarray(from, to);
      const likeness = Array.from({ length: 961 }, (_, at) =>
        computeSdr(sound!.subarray(from + at - 480, to + at - 480), truth),
      );
      // Opus keeps less of the faint rest that is left of a tone than the other codecs do.
      expect(Math.max(...likeness)).toBeGreaterThan(format === 'webm' ? 8 : 20);
    },
  );

  it.runIf(runsAll)('without a picture or sound fails, and a sound file is refused', async () => {
    const mute = makeMedia(join(dir, 'mute.mp4'), ...film.slice(0, 4), '-c:v', 'mpeg4');
    await expect(isolate(mute)).rejects.toMatchObject({ reason: 'unsupported_content' });
    const blind = makeMedia(join(dir, 'blind.mkv'), ...film.slice(4));
    await expect(isolate(blind, { keepVideo: true })).rejects.toMatchObject({
      reason: 'option_mismatch',
    });
    const wav = makeMedia(join(dir, 'sound.wav'), ...film.slice(4));
    await expect(isolate(wav, { keepVideo: true })).rejects.toMatchObject({ path: 'options.keepVideo' });
  });
});
