import { expect, test } from 'vitest';
import { describeForm } from '../../src/jobs/forms.ts';
import { job as sign } from '../../src/jobs/pdf/pdf-sign/job.ts';
import { groupNames } from '../../web/src/components/options-form/groups.ts';
import type { OptionSchema } from '../../web/src/components/options-form/schema.ts';
import { isFulfilled } from '../../web/src/wording/conditions.ts';
import { countChange, describeChange, formatBytes } from '../../web/src/wording/figures.ts';
import { nameStem } from '../../web/src/wording/jobs.ts';

test('an option for one of several formats is shown if one of the files has it', () => {
  const condition = { input: ['gif', 'webp'] };
  expect(isFulfilled(condition, { input: ['jpeg', 'png'] })).toBe(false);
  expect(isFulfilled(condition, { input: ['jpeg', 'gif'] })).toBe(true);
  expect(isFulfilled(condition, { input: 'jpeg' })).toBe(false);
  expect(isFulfilled(condition, {})).toBe(true);
});

test('a round size has no decimal places', () => {
  expect([10_000_000_000, 2_560_000, 999].map(formatBytes)).toEqual(['10 GB', '2.6 MB', '999 B']);
});

test('a result is never 100 % smaller, and one that grew is larger', () => {
  expect(describeChange(countChange(1_000_000, 1))).toBe('99 % smaller');
  expect(describeChange(countChange(1000, 800))).toBe('20 % smaller');
  expect(describeChange(countChange(1000, 2500))).toBe('150 % larger');
});

test('a signature asks for its certificate first, and then for its look; passwords of documents come last', () => {
  const { properties } = describeForm(sign.options, sign.form) as unknown as Required<OptionSchema>;
  const groups = groupNames(Object.keys(properties), properties);
  expect(groups.map(({ names, isSecret }) => [names[0], isSecret])).toEqual([
    ['certificate', false],
    ['box', false],
    ['reason', false],
    ['password', true],
  ]);
});

test('stems have names in the language of the page, and other parts keep theirs', () => {
  expect(['a-b-drums.mp3', 'song-accompaniment.wav', 'song-choir.wav'].map(nameStem)).toEqual([
    'Drums',
    'Accompaniment',
    'choir',
  ]);
});
