import { describe, expect, it } from 'vitest';
import { sharp } from '../../../../engines/sharp/engine.ts';
import type { Grey } from '../../../image/scans/grey.ts';
import { renderGrey } from '../pixels.ts';
import { printed } from '../testing/printed.ts';
import { isLightOnDark } from './dark-page.ts';
import { findSurround } from './surround.ts';

const page = await renderGrey(sharp(await printed()));
const table = await renderGrey(
  sharp(await printed())
    .extend({ top: 300, bottom: 300, left: 250, right: 250, background: '#402c20' })
    .greyscale(),
);
const changed = ({ width, height, data }: Grey, light: (value: number, x: number) => number): Grey => ({
  width,
  height,
  data: data.map((value, at) => light(value, (at % width) / width)),
});

describe('the surroundings of a page', () => {
  it('are painted white without touching the page', () => {
    const surround = findSurround(table)!;
    const white = surround.paint(table, 255);
    const row = (y: number) => white.data.subarray(y * table.width, (y + 1) * table.width);
    expect(Math.min(...row(100))).toBe(255);
    expect(Math.min(...row(300 + 90))).toBeLessThan(60);
    const { left, top, width, height } = surround.paper;
    expect(left).toBeGreaterThanOrEqual(250);
    expect(top).toBeGreaterThanOrEqual(300);
    expect(left + width).toBeLessThanOrEqual(table.width - 250);
    expect(top + height).toBeLessThanOrEqual(table.height - 300);
  });

  it('are not detected if the page itself lies in a shadow', () => {
    expect(findSurround(page)).toBeUndefined();
    expect(
      findSurround(changed(page, (value, x) => value * (0.1 + 0.9 * Math.abs(2 * x - 1)))),
    ).toBeUndefined();
    expect(
      findSurround(changed(page, (value, x) => value * (1 - 0.9 * Math.abs(2 * x - 1)))),
    ).toBeUndefined();
  });
});

describe('light print on a dark background', () => {
  it('is distinguished from paper on a dark table and from a dark photo', () => {
    expect(isLightOnDark(changed(page, value => 255 - value))).toBe(true);
    expect(isLightOnDark(changed(page, value => 30 + (255 - value) * 0.4))).toBe(true);
    expect(isLightOnDark(table)).toBe(false);
    expect(isLightOnDark(changed(page, value => value * 0.2))).toBe(false);
  });
});
