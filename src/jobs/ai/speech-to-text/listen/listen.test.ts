import { expect, test } from 'vitest';
import { chargeBeyond } from '../../sound/charge-beyond.ts';
import { speak } from '../testing/speak.ts';
import { joinWords } from '../transcript.ts';
import { removeInvented } from './invented.ts';
import { hasLoop, removeLoops } from './loops.ts';
import { placeWords } from './place-words.ts';
import { rate } from './sound.ts';
import { findSpans, frameSeconds } from './spans.ts';
import { spellAsIn } from './spelling.ts';
import { packWindows } from './windows.ts';

/** Frames of speech (`#`) and of none (`.`), ten letters a second or so. */
const frames = (pattern: string): number[] =>
  [...pattern].flatMap(letter => Array<number>(Math.round(0.1 / frameSeconds)).fill(letter === '#' ? 99 : 1));

test('finds speech with a margin, ignores clicks and includes short pauses', () => {
  const spans = findSpans(frames('....................#.........#####..#####....................'));
  expect(spans).toHaveLength(1);
  expect(spans[0]!.start).toBeCloseTo(30 * 3 * frameSeconds - 0.15, 1);
  expect(spans[0]!.end).toBeCloseTo(42 * 3 * frameSeconds + 0.15, 1);
  expect(findSpans(frames('.'.repeat(100)))).toEqual([]);
});

test('cuts windows in pauses, and covers all speech exactly once', () => {
  const speech = frames(`${'#'.repeat(90)}.....`.repeat(20) + '.'.repeat(100) + '#'.repeat(700));
  const spans = findSpans(speech);
  const windows = packWindows(spans, speech);
  expect(Math.max(...windows.map(({ start, end }) => end - start))).toBeLessThanOrEqual(28);
  const within = windows.flatMap(window => window.spans);
  const sum = (list: { start: number; end: number }[]) =>
    list.reduce((all, { start, end }) => all + end - start, 0);
  expect(sum(within)).toBeCloseTo(sum(spans), 6);
  for (const [at, window] of windows.entries())
    expect(window.start).toBeGreaterThanOrEqual(windows[at - 1]?.end ?? 0);
  expect(windows.length).toBeLessThan(14);
});

test('detects and removes a looping phrase, but not natural repetition', () => {
  const loop = speak(
    'So we go. I think that we should go. I think that we should go. I think that we should go. I think that we should go. Then',
  );
  expect(hasLoop(loop)).toBe(true);
  expect(joinWords(removeLoops(loop))).toBe('So we go. I think that we should go. Then');
  expect(
    hasLoop(
      speak('no no no no, ask not what your country can do for you, ask what you can do for your country'),
    ),
  ).toBe(false);
  expect(hasLoop(speak('la '.repeat(20).trim()))).toBe(true);
});

test('removes sound labels and hallucinated subtitle phrases, and keeps real speech', () => {
  const spans = (seconds: number) => [{ start: 0, end: seconds }];
  const clean = (text: string, seconds: number) => joinWords(removeInvented(speak(text), spans(seconds)));
  expect(clean('[BLANK_AUDIO]', 3)).toBe('');
  expect(clean('(upbeat music) Hello there. [ Applause ] ♪ Going home ♪', 5)).toBe('Hello there. Going home');
  expect(clean('Thanks for watching!', 0.4)).toBe('');
  expect(clean('Thanks for watching!', 1.5)).toBe('Thanks for watching!');
  expect(clean('Thank you.', 0.9)).toBe('Thank you.');
  expect(clean('It is (as I said) good', 3)).toBe('It is good');
  for (const text of ['Johnson & Johnson', '2 + 2 = 4', 'one – or two']) expect(clean(text, 3)).toBe(text);
  expect(clean('♪♪ [ ] ( well', 3)).toBe('well');
});

test('places words within speech, in order, at their time in the whole recording', () => {
  const window = {
    start: 100,
    end: 110,
    spans: [
      { start: 100, end: 102 },
      { start: 105, end: 110 },
    ],
  };
  const placed = placeWords(
    [
      { text: 'one', start: 0, end: 1.9 },
      { text: 'two', start: 1.5, end: 4.5 },
      { text: 'three', start: 4.5, end: 6 },
      { text: 'four', start: 5.5, end: 20 },
    ],
    window,
  );
  expect(placed.map(({ start, end }) => [start, end])).toEqual([
    [100, 101.9],
    [101.9, 102],
    [105, 106],
    [106, 110],
  ]);
});

test('words recognised past the end share the remaining time, and each has a duration', () => {
  const window = { start: 10, end: 12, spans: [{ start: 10, end: 12 }] };
  const place = (words: [string, number, number][]) =>
    placeWords(
      words.map(([text, start, end]) => ({ text, start, end })),
      window,
    ).map(({ text, start, end }) => [text, start, end]);
  const behind: [string, number, number][] = [
    ['not', 2.1, 2.3],
    ['at', 2.3, 2.5],
    ['all', 2.5, 3],
  ];
  expect(place([['no,', 0, 1], ['I', 1, 2], ...behind])).toEqual([
    ['no,', 10, 11],
    ['I', 11, 11.25],
    ['not', 11.25, 11.5],
    ['at', 11.5, 11.75],
    ['all', 11.75, 12],
  ]);
  for (const [, start, end] of place(behind)) expect(Number(end) - Number(start)).toBeGreaterThan(0.5);
});

test('spells words as the prompt does', () => {
  const words = speak('your comfyUI folder, Comfyui. and nasa, may it be');
  expect(joinWords(spellAsIn('ComfyUI, NASA; May', words))).toBe(
    'your ComfyUI folder, ComfyUI. and NASA, may it be',
  );
});

test('charges for sound beyond the measured duration minute by minute, before it is kept', async () => {
  const told: string[] = [];
  async function* sound(seconds: number) {
    for (let at = 0; at < seconds; at++) yield new Float32Array(rate);
  }
  const keep = async (measured: number, seconds: number) => {
    told.length = 0;
    let kept = 0;
    const charge = async (units: number) => void told.push(`${units} at ${kept}`);
    for await (const part of chargeBeyond({ measured, rate, channels: 1 }, sound(seconds), charge))
      kept += part.length / rate;
    expect(kept).toBe(seconds);
    return told;
  };
  expect(await keep(9.5, 10)).toEqual([]);
  expect(await keep(10, 100)).toEqual(['11.9 at 11', '72.9 at 72', '99.9 at 100']);
});
