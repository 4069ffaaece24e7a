import { expect, test } from 'vitest';
import { formatRuns } from './markdown-runs.ts';

test('escapes only the characters that Markdown would interpret', () => {
  const format = (text: string) => formatRuns([{ text }]);
  expect(format('as shown in [8] and mem_total, p < 5')).toBe('as shown in [8] and mem_total, p &lt; 5');
  expect(format('[a](b) and C:\\Users\\me')).toBe('[a\\](b) and C:\\Users\\me');
  expect(format('_stressed_ 2 * 3 <b> \\* end_')).toBe('\\_stressed\\_ 2 \\* 3 &lt;b> \\\\\\* end\\_');
  expect(formatRuns([{ text: '[8]', link: 'https://a.example/' }])).toBe('[\\[8\\]](https://a.example/)');
  expect(formatRuns([{ text: 'see [8]' }, { text: '(italic)', italic: true }])).toBe('see [8\\]*(italic)*');
});
