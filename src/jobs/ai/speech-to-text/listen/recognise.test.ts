import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InferCall } from '../../../run.ts';
import { speak } from '../testing/speak.ts';
import { joinWords, type Word } from '../transcript.ts';
import { type RecogniseOptions, recognise } from './recognise.ts';
import { computeAgreement } from './require-english.ts';
import { rate, SoundFile } from './sound.ts';

let dir: string;
let sound: SoundFile;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-recognise-'));
  const minutes = async function* () {
    yield new Float32Array(300 * rate);
  };
  sound = await SoundFile.write(join(dir, 'sound'), minutes(), () => {});
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Ten stretches of speech, too far from each other to share a window. */
const spans = Array.from({ length: 10 }, (_, at) => ({ start: 30 * at, end: 30 * at + 10 }));

/** Recognises with a fake model that detects these languages, window by window. */
async function recogniseWith(
  languages: string[],
  how: Partial<RecogniseOptions> & { englishOnly?: true; again?: string } = {},
) {
  const calls: InferCall[] = [];
  const told: string[] = [];
  const { englishOnly = false, again = 'word 0', ...listening } = how;
  const recognised = await recognise(sound, spans, [], {
    ...{ dir, model: 'own', language: 'auto', translate: false, progress: () => {} },
    onWords: words => told.push(joinWords(words)),
    infer: async call => {
      const first = calls.reduce((sum, { params }) => sum + String(params!.windows).split(',').length, 0);
      const count = String(call.params!.windows).split(',').length;
      const isAgain = Number(call.params!.temperature) > 0;
      if (isAgain) return { englishOnly, windows: [{ window: 0, language: 'en', words: speak(again) }] };
      calls.push(call);
      const windows = languages
        .slice(first, first + count)
        .map((language, window) => ({ window, language, words: speak(`word ${first + window}`) }));
      return { englishOnly, windows };
    },
    ...listening,
  });
  return { ...recognised, told, asked: calls.map(({ params }) => params!.language) };
}

test('keeps the most frequent language for the remaining windows', async () => {
  const languages = ['de', 'en', 'de', 'de', 'de', 'de', 'de', 'de', 'de', 'de'];
  const { language, isDetected, asked, words, told } = await recogniseWith(languages);
  expect({ language, isDetected, asked }).toEqual({
    language: 'de',
    isDetected: true,
    asked: ['auto', 'de'],
  });
  expect(words).toHaveLength(20);
  expect(words.at(-1)).toMatchObject({ text: '9', start: 270.4 });
  expect(told.join(' ')).toBe(joinWords(words));
});

test('does not detect the language if it is given or the model knows only one', async () => {
  const given = await recogniseWith(Array(10).fill('fr'), { language: 'fr' });
  expect(given).toMatchObject({ language: 'fr', isDetected: false, asked: ['fr', 'fr'] });
  const only = await recogniseWith(Array(10).fill('en'), { englishOnly: true });
  expect(only).toMatchObject({ language: 'en', isDetected: false });
  expect(only.words).toHaveLength(20);
});

test('fails if another language is requested from an operator’s English-only model', async () => {
  await expect(recogniseWith([], { language: 'de', englishOnly: true })).rejects.toMatchObject({
    reason: 'option_mismatch',
    detail: 'the model own knows only English',
  });
});

test('refuses speech that an English-only model only guesses at, before sending any words', async () => {
  const told: Word[] = [];
  await expect(
    recogniseWith(Array(10).fill('en'), {
      ...{ englishOnly: true, isEnglishOnly: true, again: 'something quite different' },
      onWords: words => void told.push(...words),
    }),
  ).rejects.toMatchObject({ reason: 'language_not_supported' });
  expect(told).toEqual([]);
  // The second reading is a part of the work, here as long as each of the ten windows.
  const reported: number[] = [];
  await recogniseWith(Array(10).fill('en'), {
    ...{ englishOnly: true, isEnglishOnly: true },
    progress: fraction => reported.push(Math.round(fraction * 11)),
    infer: async ({ params, progress }) => {
      const windows = String(params!.windows).split(',');
      progress?.(1);
      return {
        englishOnly: true,
        windows: windows.map((_, window) => ({ window, language: 'en', words: speak(`word ${window}`) })),
      };
    },
  });
  expect(reported).toEqual([6, 7, 11]);
  // A caller who declares the language as English is trusted.
  expect(
    (await recogniseWith(Array(10).fill('en'), { englishOnly: true, language: 'en' })).words,
  ).toHaveLength(20);
});

test('progress moves on while a window is recognised, which reports nothing itself', async () => {
  const reported: number[] = [];
  let resume = () => {};
  const hasMoved = new Promise<void>(resolve => {
    resume = resolve;
  });
  await recogniseWith(Array(10).fill('en'), {
    progress: fraction => {
      reported.push(fraction);
      if (fraction > 0) resume();
    },
    infer: async ({ params }) => {
      await hasMoved;
      const windows = String(params!.windows).split(',');
      return {
        englishOnly: true,
        windows: windows.map((_, window) => ({ window, language: 'en', words: speak('word') })),
      };
    },
  });
  expect(reported[0]).toBeGreaterThan(0);
  // The first of ten windows is not over.
  expect(reported[0]).toBeLessThan(0.1);
});

test('agreement is the share of common words in order', () => {
  expect(computeAgreement([], [])).toBe(1);
  expect(computeAgreement(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd'])).toBe(0.75);
  expect(computeAgreement(['a', 'b'], [])).toBe(0);
});
