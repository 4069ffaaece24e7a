import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { corpusFile, hasCorpus } from '../../../../tests/support/corpus.ts';
import { isMissing, runsAll, takeSome } from '../../../../tests/support/needs.ts';
import { inferHere, modelsDir, runJob } from '../../../../tests/support/run-job.ts';
import { JobFailure } from '../../../contract/failure.ts';
import { tellFailure } from '../../../contract/tell-failure.ts';
import { computeCredits } from '../../../domain/metering/credits/charge.ts';
import { makeLocked } from '../../../engines/ffmpeg/testing/make-media.ts';
import { job } from './job.ts';
import { run } from './run.ts';
import { inaugural } from './testing/speak.ts';

const hasModels = ['whisper-base.en', 'silero-vad'].every(name => existsSync(join(modelsDir, name)));
const words = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z ]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const truth =
  'and so my fellow americans ask not what your country can do for you ask what you can do for your country';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-speech-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args]);

async function transcribe(file: string, options: Record<string, unknown> = {}) {
  await using made = await runJob(job, run, file, { model: 'whisper-base.en', language: 'en', ...options });
  return { ...made, text: await readFile(made.outputs[0]!.path, 'utf8') };
}

interface Report {
  language: string;
  duration: number;
  segments: {
    start: number;
    end: number;
    text: string;
    words: { word: string; start: number; end: number }[];
  }[];
}

test('refuses a language that an English-only model lacks, and names the model to pull', () => {
  const options = {
    outputFormat: 'txt' as const,
    language: 'de',
    translate: false,
    model: 'whisper-base.en',
    wordTimestamps: true,
  };
  expect(() => job.resolve({ input: 'wav', options })).toThrow('models pull whisper-base');
  expect(() =>
    job.resolve({ input: 'wav', options: { ...options, language: 'auto', translate: true } }),
  ).toThrow('models pull whisper-base');
  expect(() =>
    job.resolve({ input: 'wav', options: { ...options, language: 'auto', model: 'silero-vad' } }),
  ).toThrow('is not a speech model');
  expect(job.resolve({ input: 'wav', options: { ...options, model: 'whisper-base' } }).models).toEqual([
    'silero-vad',
    'whisper-base',
  ]);
});

test('charges one credit for a minute plus encoder padding, before decoding anything', async () => {
  const work = await mkdtemp(join(dir, 'work-'));
  const path = join(work, 'input-0.aac');
  ffmpeg('-f', 'lavfi', '-i', 'sine=f=300:r=22050:d=60', '-c:a', 'aac', path);
  const charged: number[] = [];
  const running = run({
    dir: work,
    inputs: [{ path, filename: 'a.aac', format: 'aac', size: 1 }],
    options: Value.Default(job.options, {}) as Static<typeof job.options>,
    models: [],
    progress: () => {},
    begin: () => {},
    partial: () => {},
    infer: () => Promise.reject(new Error('nothing is to be heard')),
    timestamp: () => Promise.reject(new Error('nothing is to be signed')),
    measure: async () => {},
    charge: async units => {
      charged.push(computeCredits(job.credits!, units));
      throw new JobFailure('limit_exceeded', 'no credits are left');
    },
  });
  await expect(running).rejects.toMatchObject({ reason: 'limit_exceeded' });
  expect(charged).toEqual([1]);
  expect(await readdir(work)).toEqual(['input-0.aac']);
});

describe.skipIf(isMissing(hasModels))('with the models', () => {
  test('an English-only model transcribes nothing in another language', async () => {
    const asked = { engine: 'whisper', model: 'whisper-base.en', input: inaugural };
    for (const params of [{ language: 'de' }, { translate: true }])
      expect(await inferHere({ ...asked, params: { ...params, windows: '100' } })).toEqual({
        englishOnly: true,
        windows: [],
      });
  });

  test.runIf(runsAll)(
    'speech in another language fails and says what to install, unless the caller insists on English',
    async () => {
      const files = ['tika__ShortAudioSampleFrench.mp3', 'tika__ja-JP_(We_Are_At_School).mp3'];
      // Speech played backwards has the sounds of a voice and no words.
      const backwards = join(dir, 'backwards.wav');
      ffmpeg('-i', inaugural, '-af', 'areverse', backwards);
      for (const file of [backwards, ...(hasCorpus ? files.map(name => corpusFile(`audio/${name}`)) : [])])
        await expect(transcribe(file, { language: 'auto' }), file).rejects.toMatchObject({
          reason: 'language_not_supported',
        });
      expect(tellFailure('language_not_supported')).toMatchObject({
        option: 'options.language',
        message: expect.stringContaining('npx filemill models pull whisper-base'),
      });
      const { outputs } = await transcribe(backwards, { language: 'en' });
      expect(outputs[0]!.metadata).toMatchObject({ language: 'en' });
    },
    600_000,
  );

  test('transcribes speech, keeps times right across windows, and charges by the second', async () => {
    // Speech in a sound that begins two seconds late in its video, and once more a minute later, in another window.
    const times = runsAll ? 2 : 1;
    const [seconds, spoken] = runsAll ? [73, `${truth} ${truth}`] : [13, truth];
    const again = '[1:a]adelay=60000[b];[0:a][b]amix=inputs=2:normalize=0';
    const sound = join(dir, 'talk.m4a');
    const video = join(dir, 'talk.mp4');
    ffmpeg(
      ...['-i', inaugural, ...(runsAll ? ['-i', inaugural, '-filter_complex', again] : [])],
      ...['-c:a', 'aac', '-b:a', '96k', sound],
    );
    ffmpeg(
      ...['-itsoffset', '2', '-i', sound, '-f', 'lavfi', '-i', `color=s=64x64:r=5:d=${seconds + 2}`],
      ...['-map', '1:v', '-map', '0:a', '-c:a', 'copy', video],
    );
    const { text, outputs, engines, charged, progress, partials } = await transcribe(video, {
      outputFormat: 'json',
      language: 'auto',
    });
    expect(outputs[0]).toMatchObject({ filename: 'talk.json', format: 'json' });
    expect(outputs[0]!.metadata).toMatchObject({
      words: 22 * times,
      language: 'en',
      // The model knows no other.
      languageDetected: false,
      model: 'whisper-base.en',
    });
    expect(engines).toEqual(['ffmpeg', 'silero-vad', 'whisper']);
    expect(charged.at(-1)).toBeGreaterThan(seconds - 3);
    expect(charged.at(-1)).toBeLessThan(seconds + 3);
    const percents = progress.map(Math.round);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    const report = JSON.parse(text) as Report;
    expect(report.language).toBe('en');
    expect(report.duration).toBeGreaterThan(seconds - 3);
    const said = report.segments.flatMap(segment => segment.words);
    expect(words(said.map(({ word }) => word).join(' '))).toBe(spoken);
    expect(words(partials.map(part => part.text).join(' '))).toBe(spoken);
    for (const [at, { start, end }] of said.entries()) {
      expect(end).toBeGreaterThan(start);
      expect(start).toBeGreaterThanOrEqual(said[at - 1]?.end ?? 0);
    }
    const first = said[0]!;
    // "And" is said a third of a second into the sound.
    expect(first.start).toBeGreaterThan(2.1);
    expect(first.start).toBeLessThan(2.7);
    if (runsAll) expect(said[22]!.start - first.start).toBeCloseTo(60, 0);
    // "Americans" ends before the pause of a second that follows it.
    expect(said[4]!.word).toMatch(/^Americans/);
    expect(said[5]!.start - said[4]!.end).toBeGreaterThan(0.5);
  }, 600_000);

  test('silence, noise, tones, chords, rumble and very short sounds give an empty transcript', async () => {
    const chord = [220, 277, 330].map(f => `0.2*sin(2*PI*${f}*pow(2\\,floor(mod(t\\,4))/6)*t)`).join('+');
    const sources = {
      silence: 'anullsrc=r=44100:d=8',
      noise: 'anoisesrc=a=0.3:d=8',
      short: 'sine=f=300:d=0.1',
      tone: 'sine=f=440:d=8',
      chords: `aevalsrc=${chord}:d=8`,
      rumble: 'anoisesrc=c=brown:r=8000:d=8:seed=3,volume=4,highpass=f=90',
    };
    for (const [name, source] of takeSome(Object.entries(sources), 3)) {
      const file = join(dir, `${name}.wav`);
      ffmpeg('-f', 'lavfi', '-i', source, file);
      const { text, outputs, warnings } = await transcribe(file);
      expect(text, name).toBe('');
      expect(warnings).toEqual([{ code: 'no_speech' }]);
      expect(outputs[0]!.metadata).toMatchObject({ words: 0, speechSeconds: 0 });
    }
    // Whale song, music and a bad line.
    const recorded = [
      'data__glacier-bay-humpback.ogg',
      'spleeter__audio_example.mp3',
      'silero-vad__test.opus',
    ];
    for (const name of hasCorpus && runsAll ? recorded : [])
      expect(await transcribe(corpusFile(`audio/${name}`)), name).toMatchObject({
        text: '',
        outputs: [{ metadata: { speechSeconds: 0 } }],
      });
    const { text } = await transcribe(join(dir, 'silence.wav'), { outputFormat: 'vtt' });
    expect(text).toBe('WEBVTT\n');
  }, 600_000);

  test.runIf(runsAll)(
    'spells a word as the prompt does',
    async () => {
      const [file, prompt, spelled] = hasCorpus
        ? [corpusFile('audio/faster-whisper__hotwords.mp3'), 'ComfyUI', 'ComfyUI']
        : [inaugural, 'AMERICANS, COUNTRY', 'what your COUNTRY can do'];
      expect((await transcribe(file, { prompt })).text).toContain(spelled);
    },
    600_000,
  );

  test('fails for an encrypted file and for one without samples', async () => {
    const empty = join(dir, 'empty.wav');
    ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-frames:a', '0', empty);
    const files = [makeLocked(join(dir, 'locked.m4a')), empty];
    if (hasCorpus)
      files.push(
        ...['tika__testMP4_drm.m4a', 'pocketsphinx__null.wav'].map(name => corpusFile(`audio/${name}`)),
      );
    for (const file of files)
      await expect(transcribe(file), file).rejects.toMatchObject({
        reason: expect.stringMatching(/^(unsupported_content|unreadable_input)$/),
      });
  });
});
