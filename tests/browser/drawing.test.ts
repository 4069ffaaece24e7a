import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runsAll } from '../support/needs.ts';
import { pdf, png } from '../support/samples.ts';
import { expectAccessible } from './support/browser.ts';
import { operateConvert } from './support/convert.ts';
import { downloaded, dropFiles, row } from './support/files.ts';
import { openWorkspace } from './support/workspace.ts';

const { page } = await openWorkspace('all');
const { choose, clear, convert, finished } = operateConvert(page);

test('drawing a box on a page sets the crop options, and the page is cropped to it', async () => {
  await clear();
  await dropFiles(page, [{ name: 'draw.pdf', bytes: pdf(['one', 'two']) }]);
  await row(page, 'draw.pdf').getByText('Uploaded').waitFor();
  await row(page, 'draw.pdf').getByRole('img', { name: 'Picture of draw.pdf' }).waitFor();
  await choose('draw.pdf', 'crop');
  const drawer = page.getByRole('dialog');
  const sheet = drawer.getByRole('img', { name: /draw on the page/ });
  // The page has its own shape, which is that of the sample, once it is drawn.
  await expect.poll(async () => (await sheet.boundingBox())?.height).toBeGreaterThan(50);
  await page.waitForTimeout(300);
  const { x, y, width, height } = (await sheet.boundingBox())!;
  await page.mouse.move(x + width / 4, y + height / 4);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.move(x + (width * 3) / 4, y + height / 2);
  await page.mouse.up();
  const read = async (label: string) => Number(await drawer.getByLabel(label, { exact: true }).inputValue());
  const box = { x: await read('X'), width: await read('Width') };
  expect(box.width / box.x).toBeCloseTo(2, 1);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await convert();
  await finished('draw');
  const made = await downloaded(page, row(page, 'draw').getByRole('button', { name: 'Download' }).first());
  const [, left, , right] = /\/CropBox \[ ?([\d.]+) ([\d.]+) ([\d.]+)/.exec(made.toString('latin1'))!;
  expect(Number(right) - Number(left)).toBeCloseTo(box.width, 0);
});

test('a stamp is placed by drawing a box, which is moved and resized, and the page shows the result', async () => {
  await clear();
  await dropFiles(page, [{ name: 'plain.pdf', bytes: pdf(['one']) }]);
  await row(page, 'plain.pdf').getByText('Uploaded').waitFor();
  await choose('plain.pdf', 'stamp');
  const drawer = page.getByRole('dialog');
  const seal = { name: 'seal.png', mimeType: 'image/png', buffer: png(64, 48) };
  await drawer.locator('[data-role=stamp] input[type=file]').setInputFiles(seal);
  await drawer.getByText('seal.png', { exact: true }).waitFor();
  const sheet = drawer.getByRole('img', { name: /^Area: draw on the page/ });
  const canvas = drawer
    .getByRole('img', { name: /draw on the page|Position|All over the page/ })
    .locator('canvas');
  const readColour = (x: number, y: number) =>
    canvas.evaluate(
      (element, at) => {
        const { width, height, getContext } = element as unknown as {
          width: number;
          height: number;
          getContext: (kind: '2d') => { getImageData(...area: number[]): { data: Uint8Array } };
        };
        const context = getContext.call(element, '2d');
        return [...context.getImageData(at.x * width, at.y * height, 1, 1).data.slice(0, 3)];
      },
      { x, y },
    );
  const red = [200, 30, 60];
  // Without a box, the stamp is in the middle.
  await expect.poll(() => readColour(0.5, 0.5)).toEqual(red);
  await drawer.getByLabel('At an edge or in a corner').check();
  await expect.poll(() => readColour(0.99, 0.99)).toEqual(red);
  await drawer.getByLabel('All over the page').check();
  await expect.poll(() => readColour(0.165, 0.08)).toEqual(red);
  expect(await readColour(0.83, 0.94)).toEqual(red);
  await drawer.getByLabel('Where I draw it').check();
  await expect.poll(() => readColour(0.5, 0.5)).toEqual(red);
  expect(await drawer.getByLabel('Position', { exact: true }).count(), 'a position beside a box').toBe(0);
  await sheet.click({ position: { x: 300, y: 400 } });
  await drawer.getByRole('button', { name: /^Box 1:/ }).waitFor();

  const drag = async (from: [number, number], to: [number, number]) => {
    await sheet.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await sheet.boundingBox())!;
    await page.mouse.move(x + width * from[0], y + height * from[1]);
    await page.mouse.down();
    await page.mouse.move(x + width * to[0], y + height * to[1], { steps: 3 });
    await page.mouse.up();
  };
  await drag([0.1, 0.1], [0.3, 0.2]);
  await expect.poll(() => readColour(0.2, 0.15)).toEqual(red);
  await drag([0.2, 0.15], [0.7, 0.75]);
  await expect.poll(() => readColour(0.7, 0.75)).toEqual(red);
  const read = async (label: string) => Number(await drawer.getByLabel(label, { exact: true }).inputValue());
  const [x, width] = [await read('X'), await read('Width')];
  await drawer.getByRole('button', { name: /^Box 1:/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowRight');
  expect((await read('X')) / x).toBeLessThan(1);
  expect((await read('Width')) / width).toBeGreaterThan(1);
  if (runsAll) await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Done' }).click();
  await convert();
  const download = page.getByRole('button', { name: 'Download' }).first();
  await download.waitFor();
  const stamped = await downloaded(page, download);
  const at = (share: number, points: number) => String(Math.round(share * points));
  const place = ['-x', at(0.7, 612), '-y', at(0.75, 792), '-W', '1', '-H', '1'];
  const pixel = execFileSync('pdftoppm', ['-r', '72', '-singlefile', ...place, '-'], { input: stamped });
  expect([...pixel.subarray(-3)]).toEqual(red);
});

test('drawing a crop box and placing a watermark on an image sets the options', async () => {
  await clear();
  await dropFiles(page, [{ name: 'area.png', bytes: png(400, 300) }]);
  await row(page, 'area.png').getByText('Uploaded').waitFor();
  await choose('area.png', 'edit an image');
  const drawer = page.getByRole('dialog');
  const add = async (operation: string) => {
    await drawer.getByRole('button', { name: 'Add a step' }).click();
    await page.getByRole('menuitem', { name: operation }).click();
  };
  const drag = async (name: RegExp, from: number, to: number) => {
    const picture = drawer.getByRole('img', { name });
    await expect.poll(async () => (await picture.boundingBox())?.height).toBeGreaterThan(50);
    await picture.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await picture.boundingBox())!;
    await page.mouse.move(x + width * from, y + height * from);
    await page.mouse.down();
    await page.mouse.move(x + width * to, y + height * to, { steps: 4 });
    await page.mouse.up();
  };
  await add('Watermark');
  await drawer.locator('[data-option=text] input, [data-option=text] textarea').fill('Draft');
  await drag(/place: Position/, 0.5, 0.1);
  expect(await drawer.getByLabel('Position', { exact: true }).inputValue()).toBe('top-left');
  await add('Crop');
  // The step before is folded, and can be opened and moved.
  expect(await drawer.getByLabel('Position', { exact: true }).count()).toBe(0);
  await drawer.getByRole('button', { name: '1. Watermark' }).click();
  expect(await drawer.getByLabel('Position', { exact: true }).inputValue()).toBe('top-left');
  await drawer.getByRole('button', { name: '2. Crop' }).click();
  const read = async (name: string) =>
    Number(await drawer.locator(`[data-option=${name}] input`).last().inputValue());
  // The first box leaves out a tenth at each side; its corner is dragged.
  await expect.poll(() => read('width')).toBe(320);
  expect([await read('left'), await read('top'), await read('height')]).toEqual([40, 30, 240]);
  await drag(/draw on the image/, 0.9, 0.7);
  const box = [await read('left'), await read('top'), await read('width'), await read('height')];
  for (const [at, wanted] of [40, 30, 240, 180].entries())
    expect(Math.abs(box[at]! - wanted)).toBeLessThan(3);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await convert();
  await finished('area');
  const made = await downloaded(page, row(page, 'area').getByRole('button', { name: 'Download' }));
  expect([made.readUInt32BE(16), made.readUInt32BE(20)]).toEqual(box.slice(2));
});
