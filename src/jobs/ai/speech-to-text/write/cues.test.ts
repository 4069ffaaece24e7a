import { expect, test } from 'vitest';
import { spoken } from '../testing/speak.ts';
import type { Transcript } from '../transcript.ts';
import { cuesOf } from './cues.ts';
import { widthOf } from './lines.ts';
import { segmentsOf } from './segments.ts';
import { asJson } from './write-json.ts';
import { asSrt, asVtt } from './write-subtitles.ts';
import { asText } from './write-text.ts';

const transcript = (words: ReturnType<typeof spoken>): Transcript => ({
  language: 'en',
  duration: 100,
  segments: segmentsOf(words),
});

const long =
  'It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity. Yes. No. | Mr. Dashwood had then leisure to consider how much there might be prudently in his power to do for them, and he was not an ill disposed young man unless to be rather cold hearted and rather selfish is to be ill disposed.';

test('cues have at most two lines of 42 letters, last as long as one can read, and never overlap', () => {
  const words = spoken(long);
  const cues = cuesOf(segmentsOf(words));
  expect(cues.flatMap(cue => cue.lines).join(' ')).toBe(long.replace('| ', ''));
  for (const [at, { start, end, lines }] of cues.entries()) {
    expect(lines.length).toBeLessThanOrEqual(2);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(42);
    expect(end - start).toBeGreaterThan(0);
    expect(end - start).toBeLessThanOrEqual(7.001);
    expect(start).toBeGreaterThanOrEqual(cues[at - 1]?.end ?? 0);
  }
  // Answers of half a second are not shown alone, and a sentence breaks at its commas.
  expect(cues.every(({ start, end }) => end - start >= 1)).toBe(true);
  expect(cues.filter(cue => /[,.]$/.test(cue.lines.at(-1)!)).length).toBeGreaterThan(cues.length / 2);
});

test('words wider than a line and letters without spaces are broken', () => {
  const wide = cuesOf(segmentsOf(spoken(`see ${'x'.repeat(100)} there`)));
  expect(wide.flatMap(cue => cue.lines).every(line => widthOf(line) <= 42)).toBe(true);
  expect(
    wide
      .flatMap(cue => cue.lines)
      .join('')
      .replaceAll(' ', ''),
  ).toBe(`see${'x'.repeat(100)}there`);
  const letters = [...'我们在学校学习中文然后回家吃饭睡觉第二天又去学校学习数学'].map((text, at) => ({
    text,
    start: at / 5,
    end: (at + 1) / 5,
    ...(at > 0 && { glued: true as const }),
  }));
  const lines = cuesOf(segmentsOf(letters)).flatMap(cue => cue.lines);
  expect(lines.join('')).toBe(letters.map(({ text }) => text).join(''));
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(42);
});

test('sentences end at marks and long pauses, not behind a title or an initial', () => {
  const texts = segmentsOf(spoken('Mr. J. Smith came. Did he? | and then')).map(({ text }) => text);
  expect(texts).toEqual(['Mr. J. Smith came.', 'Did he?', 'and then']);
  expect(asText(transcript(spoken('One two. Three four.')))).toBe('One two. Three four.\n');
  expect(asText(transcript([]))).toBe('');
});

test('sentences of a script without spaces are joined without them, in text and in data', () => {
  const words = [...'好。走。'.matchAll(/../gu)].map(([text], at) => ({
    text,
    start: at,
    end: at + 1,
    glued: true as const,
  }));
  expect(asText(transcript(words))).toBe('好。走。\n');
  expect(JSON.parse(asJson(transcript(words), true))).toMatchObject({
    text: '好。走。',
    segments: [{ text: '好。' }, { text: '走。' }],
  });
});

test('SubRip and WebVTT are written as players read them', () => {
  const words = spoken('if a < b & c --> d').map(word => ({
    ...word,
    start: word.start + 3599.5,
    end: word.end + 3599.5,
  }));
  expect(asSrt(transcript(words))).toBe('1\n00:59:59,500 --> 01:00:02,700\nif a < b & c → d\n');
  expect(asVtt(transcript(words))).toBe(
    'WEBVTT\n\n00:59:59.500 --> 01:00:02.700\nif a &lt; b &amp; c --&gt; d\n',
  );
  expect(asSrt(transcript([]))).toBe('');
  expect(asVtt(transcript([]))).toBe('WEBVTT\n');
});
