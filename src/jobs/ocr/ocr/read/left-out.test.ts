import { describe, expect, it } from 'vitest';
import { sharp } from '../../../../engines/sharp/engine.ts';
import { renderGrey } from '../pixels.ts';
import { inkIn, printed, sentences } from '../testing/printed.ts';
import { leavesLetters, measureUnreadShare } from './left-out.ts';

const page = await printed([...sentences, ...sentences]);
const ink = await inkIn(page);
const upperHalf = { ...ink, bottom: (ink.top + ink.bottom) / 2 };

describe('print without recognised words', () => {
  it('is measured as its share of the page', async () => {
    const image = await renderGrey(sharp(page));
    expect(measureUnreadShare(image, [ink])).toBe(0);
    expect(measureUnreadShare(image, [upperHalf])).toBeCloseTo(0.5, 1);
    expect(measureUnreadShare(image, [])).toBe(1);
    expect([leavesLetters(image, [ink]), leavesLetters(image, [upperHalf])]).toEqual([false, true]);
  });

  it('is measured even if blur joins letters', async () => {
    const image = await renderGrey(sharp(page).blur(5));
    expect(measureUnreadShare(image, [ink])).toBe(0);
    expect(measureUnreadShare(image, [upperHalf])).toBeCloseTo(0.5, 1);
  });

  it('is zero on an empty page', async () => {
    const empty = { width: 200, height: 200, data: new Uint8Array(40_000).fill(255) };
    expect(measureUnreadShare(empty, [])).toBe(0);
  });
});
