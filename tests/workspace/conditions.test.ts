import { expect, test } from 'vitest';
import { isFulfilled } from '../../web/src/wording/conditions.ts';

test('an option for one of several formats is shown if one of the files has it', () => {
  const condition = { input: ['gif', 'webp'] };
  expect(isFulfilled(condition, { input: ['jpeg', 'png'] })).toBe(false);
  expect(isFulfilled(condition, { input: ['jpeg', 'gif'] })).toBe(true);
  expect(isFulfilled(condition, { input: 'jpeg' })).toBe(false);
  expect(isFulfilled(condition, {})).toBe(true);
});
