import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { job as upscale } from '../jobs/ai/image-upscale/job.ts';
import { builtInModels, findChoice } from './manifest.ts';
import { isExcluded, isFetchable, isWantedByDefault, modelSchema } from './model.ts';

test.each(builtInModels.map(model => [model.name, model] as const))('%s is a complete entry', (_, model) => {
  const { choice: _choice, ...entry } = model;
  expect([...Value.Errors(modelSchema, entry)]).toEqual([]);
  expect(isFetchable(model)).toBe(true);
});

test('a caller selects a model by alias or name, and an operator’s model by name', () => {
  const modelsFor = (model: string) => upscale.resolve({ input: 'png', options: { scale: 2, model } }).models;
  expect(modelsFor('fast')).toEqual(['esrgan-slim']);
  expect(modelsFor('esrgan-slim')).toEqual(['esrgan-slim']);
  expect(modelsFor('restore')).toEqual(['restore']);
  expect(findChoice('esrgan-thick')).toBe('best');
  expect(findChoice('restore')).toBe('restore');
});

test('selects the default models, and excludes non-commercial ones in the permissive set', () => {
  const wanted = (set: 'default' | 'permissive' | 'none') =>
    builtInModels.filter(model => isWantedByDefault(model, set)).map(({ name }) => name);
  expect(wanted('default')).toEqual([
    'esrgan-slim',
    'esrgan-medium',
    'whisper-base.en',
    'whisper-base',
    'silero-vad',
    'htdemucs',
  ]);
  expect(wanted('permissive')).toEqual([
    'esrgan-slim',
    'esrgan-medium',
    'whisper-base.en',
    'whisper-base',
    'silero-vad',
  ]);
  expect(wanted('none')).toEqual([]);
  expect(builtInModels.filter(model => isExcluded(model, 'permissive')).map(({ name }) => name)).toEqual([
    'htdemucs',
  ]);
});

test('a model serves the job types that declare it', () => {
  const jobTypesOf = (name: string) => builtInModels.find(model => model.name === name)?.jobTypes;
  expect(jobTypesOf('htdemucs')).toEqual(['stem-separation', 'voice-isolation']);
  expect(jobTypesOf('silero-vad')).toEqual(['speech-to-text']);
});
