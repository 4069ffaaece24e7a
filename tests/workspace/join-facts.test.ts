import { expect, test } from 'vitest';
import { joinFacts } from '../../web/src/wording/join-facts.ts';

test('facts keep their order in right-to-left languages, where a number would change places with a Latin word', () => {
  expect(joinFacts(['ضغط PDF', '387 ms'], 'rtl')).toBe('\u2068ضغط PDF\u2069 · \u2068387 ms\u2069');
  expect(joinFacts(['Compress a PDF', '387 ms'], 'ltr')).toBe('Compress a PDF · 387 ms');
});
