import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { builtInModels, findChoice, findModelName } from './manifest.ts';
import { isFetchable, isLeftOut, isWantedByDefault, modelSchema } from './model.ts';

test.each(builtInModels.map(model => [model.name, model] as const))('%s is a whole entry', (_, model) => {
  const { choice: _choice, ...entry } = model;
  expect([...Value.Errors(modelSchema, entry)]).toEqual([]);
  expect(isFetchable(model)).toBe(true);
});

test('a caller chooses by the word or by the name, and an operator’s model by its name', () => {
  expect(findModelName('image-upscale', 'fast')).toBe('esrgan-slim');
  expect(findModelName('image-upscale', 'esrgan-slim')).toBe('esrgan-slim');
  expect(findModelName('speech-to-text', 'fast')).toBe('fast');
  expect(findModelName('image-upscale', 'restore')).toBe('restore');
  expect(findChoice('esrgan-thick')).toBe('best');
  expect(findChoice('restore')).toBe('restore');
});

test('what comes by default, and what a permissive set leaves out', () => {
  const wanted = (set: 'default' | 'permissive' | 'none') =>
    builtInModels.filter(model => isWantedByDefault(model, set)).map(({ name }) => name);
  expect(wanted('default')).toEqual([
    'esrgan-slim',
    'esrgan-medium',
    'htdemucs',
    'whisper-base.en',
    'silero-vad',
  ]);
  expect(wanted('permissive')).toEqual(['esrgan-slim', 'esrgan-medium', 'whisper-base.en', 'silero-vad']);
  expect(wanted('none')).toEqual([]);
  expect(builtInModels.filter(model => isLeftOut(model, 'permissive')).map(({ name }) => name)).toEqual([
    'htdemucs',
  ]);
});
