import { expect, test } from 'vitest';
import { speak } from '../testing/speak.ts';
import type { Transcript } from '../transcript.ts';
import { makeCues } from './cues.ts';
import { measureWidth } from './lines.ts';
import { makeSegments } from './segments.ts';
import { writeJson } from './write-json.ts';
import { writeCues } from './write-subtitles.ts';
import { writeText } from './write-text.ts';

const transcript = (words: ReturnType<typeof speak>): Transcript => ({
  language: 'en',
  duration: 100,
  segments: makeSegments(words),
});

const long =
  'It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity. Yes. No. | Mr. Dashwood had then leisure to consider how much there might be prudently in his power to do for them, and he was not an ill disposed young man unless to be rather cold hearted and rather selfish is to be ill disposed.';

test('cues have at most two lines of 42 characters, last long enough to read, and never overlap', () => {
  const words = speak(long);
  const cues = makeCues(makeSegments(words));
  expect(cues.flatMap(cue => cue.lines).join(' ')).toBe(long.replace('| ', ''));
  for (const [at, { start, end, lines }] of cues.entries()) {
    expect(lines.length).toBeLessThanOrEqual(2);
    for (const line of lines) expect(measureWidth(line)).toBeLessThanOrEqual(42);
    expect(end - start).toBeGreaterThan(0);
    expect(end - start).toBeLessThanOrEqual(7.001);
    expect(start).toBeGreaterThanOrEqual(cues[at - 1]?.end ?? 0);
  }
  // Answers of half a second are not shown alone, and a sentence breaks at its commas.
  expect(cues.every(({ start, end }) => end - start >= 1)).toBe(true);
  expect(cues.filter(cue => /[,.]$/.test(cue.lines.at(-1)!)).length).toBeGreaterThan(cues.length / 2);
});

test('breaks words wider than a line and text without spaces', () => {
  const wide = makeCues(makeSegments(speak(`see ${'x'.repeat(100)} there`)));
  expect(wide.flatMap(cue => cue.lines).every(line => measureWidth(line) <= 42)).toBe(true);
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
  const lines = makeCues(makeSegments(letters)).flatMap(cue => cue.lines);
  expect(lines.join('')).toBe(letters.map(({ text }) => text).join(''));
  expect(Math.max(...lines.map(measureWidth))).toBeLessThanOrEqual(42);
});

test('ends sentences at punctuation and long pauses, but not after a title or an initial', () => {
  const texts = makeSegments(speak('Mr. J. Smith came. Did he? | and then')).map(({ text }) => text);
  expect(texts).toEqual(['Mr. J. Smith came.', 'Did he?', 'and then']);
  expect(writeText(transcript(speak('One two. Three four.')))).toBe('One two. Three four.\n');
  expect(writeText(transcript([]))).toBe('');
});

test('joins sentences of scripts without spaces directly, in text and JSON', () => {
  const words = [...'好。走。'.matchAll(/../gu)].map(([text], at) => ({
    text,
    start: at,
    end: at + 1,
    glued: true as const,
  }));
  expect(writeText(transcript(words))).toBe('好。走。\n');
  expect(JSON.parse(writeJson(transcript(words), true))).toMatchObject({
    text: '好。走。',
    segments: [{ text: '好。' }, { text: '走。' }],
  });
});

test('writes valid SubRip and WebVTT', () => {
  const words = speak('if a < b & c --> d').map(word => ({
    ...word,
    start: word.start + 3599.5,
    end: word.end + 3599.5,
  }));
  expect(writeCues(transcript(words), 'srt')).toBe('1\n00:59:59,500 --> 01:00:02,700\nif a < b & c → d\n');
  expect(writeCues(transcript(words), 'vtt')).toBe(
    'WEBVTT\n\n00:59:59.500 --> 01:00:02.700\nif a &lt; b &amp; c --&gt; d\n',
  );
  expect(writeCues(transcript([]), 'srt')).toBe('');
  expect(writeCues(transcript([]), 'vtt')).toBe('WEBVTT\n');
});
