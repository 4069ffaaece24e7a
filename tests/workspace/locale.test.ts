import { expect, test } from 'vitest';
import { findLocale } from '../../web/src/wording/language.ts';

test('dates are written as in the region that the browser names, with Latin digits', () => {
  const write = (language: string, preferred: string[]) =>
    new Date(2026, 10, 26).toLocaleDateString(findLocale(language, preferred), { dateStyle: 'medium' });
  expect(write('en', ['de-DE', 'en-GB'])).toBe('26 Nov 2026');
  expect(write('en', ['en-US', 'en-GB'])).toBe('Nov 26, 2026');
  expect(write('de', ['en-US'])).toBe('26.11.2026');
  expect(write('ar', ['ar-EG'])).toMatch(/26.*11.*2026/);
});
