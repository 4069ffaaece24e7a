import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeXlsx } from 'hucre/xlsx';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { runsAll } from '../support/needs.ts';
import { pdf, png } from '../support/samples.ts';
import { expectAccessible } from './support/browser.ts';
import { downloaded, dropFiles, row } from './support/files.ts';
import { openWorkspace } from './support/workspace.ts';

const { page, service, expectQuiet } = await openWorkspace('all');
const harbour = fileURLToPath(new URL('../../web/public/samples/harbour.jpg', import.meta.url));

const listBookmarks = `
import io, sys, pikepdf
pdf = pikepdf.open(io.BytesIO(sys.stdin.buffer.read()))
item = pdf.Root.Outlines.First
while item is not None:
    print(item.Title, [page.objgen for page in pdf.pages].index(item.Dest[0].objgen) + 1)
    item = item.get("/Next")
`;

const lock = `
import io, sys, pikepdf
with pikepdf.open(io.BytesIO(sys.stdin.buffer.read())) as pdf:
    pdf.save(sys.stdout.buffer, encryption=pikepdf.Encryption(owner="sesame", user="sesame"))
`;

const choose = async (name: string, target: string) => {
  await page.getByRole('button', { name: new RegExp(`^Action for ${name}`) }).click();
  await page.getByRole('combobox').fill(target);
  await page.keyboard.press('Enter');
};
const convert = () => page.getByRole('button', { name: /^Convert( \d+)?$/ }).click();
const finished = (name: string) =>
  row(page, name).getByRole('button', { name: 'Download' }).first().waitFor();

test('first use: a sample file is converted, viewed, downloaded and used again', async () => {
  await page.getByRole('heading', { level: 1, name: 'Convert' }).waitFor();
  await expectAccessible(page);
  const gallery = page.getByRole('region', { name: 'What you can do' });
  await gallery.getByRole('region', { name: 'Popular' }).getByText('Merge PDFs').waitFor();
  await gallery.locator('label', { hasText: /^Images$/ }).click();
  await gallery.getByText('Merge PDFs').waitFor({ state: 'detached' });
  await gallery.getByText('Resize an image').waitFor();
  await gallery.getByLabel('Search tools and formats').fill('heic upscale');
  await gallery.getByText('No tool matches.').waitFor();
  await gallery.getByLabel('Search tools and formats').fill('merge');
  await gallery.getByRole('button', { name: /^Merge PDFs/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('heic webp');
  await page
    .getByRole('option', { name: /^Convert an image/ })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'A table' }).click();
  await row(page, 'orders.csv').getByText('Uploaded').waitFor();
  // An action has the icon that it has in the gallery; a format has the icon of its files.
  await page.getByRole('button', { name: /^Action for orders/ }).click();
  await page
    .getByRole('option', { name: /^Make a thumbnail/ })
    .locator('.lucide-file-search')
    .waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  // A file can be viewed before its conversion.
  await row(page, 'orders.csv').getByRole('button', { name: 'orders.csv', exact: true }).click();
  await page.getByRole('dialog').getByRole('columnheader', { name: 'customer' }).waitFor();
  await page.keyboard.press('Escape');
  await choose('orders.csv', 'json');
  await convert();
  await finished('orders.json');
  const rows = JSON.parse(
    (await downloaded(page, row(page, 'orders.json').getByRole('button', { name: 'Download' }))).toString(),
  );
  expect(rows).toHaveLength(40);
  expect(rows[0]).toMatchObject({ order: '1001', item: expect.any(String) });

  await row(page, 'orders.json').getByRole('button', { name: 'Open', exact: true }).click();
  const result = page.getByRole('dialog');
  await result.getByText('40 entries').waitFor();
  await result.locator('a:focus', { hasText: 'Download' }).waitFor();
  await result.getByRole('button', { name: 'Continue with …' }).waitFor();
  expect(await result.getByRole('link', { name: 'Open job' }).getAttribute('href')).toMatch(/^\/jobs\//);
  await page.keyboard.press('Escape');
  await page.locator('button:focus', { hasText: 'Open' }).waitFor();

  await row(page, 'orders.json').getByRole('button', { name: 'Use in …' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await row(page, 'orders.json').getByText('Uploaded').waitFor();
  await convert();
  await finished('orders.csv');

  const zip = await downloaded(page, page.getByRole('button', { name: 'Download all' }));
  expect(zip.subarray(0, 2).toString()).toBe('PK');
  for (const name of ['orders.json', 'orders.csv']) expect(zip.includes(name)).toBe(true);

  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByText(/Bearer fm_live_/).waitFor();
  await expectAccessible(page);
  expectQuiet();
});

test('the option form marks changes, resets them and submits them', async () => {
  await clear();
  await dropFiles(page, [{ name: 'red.png', bytes: png(64, 48) }]);
  await row(page, 'red.png').getByText('Uploaded').waitFor();
  // It has a required option, so the form opens by itself.
  await choose('red.png', 'resize');
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Choose a width or a height').waitFor();
  await page.keyboard.press('Escape');
  const start = page.getByRole('button', { name: 'Convert', exact: true });
  expect(await start.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Choose a width or a height' }).click();
  const quality = drawer.locator('[data-option=quality]');
  await drawer.getByLabel('Output format', { exact: true }).selectOption('JPEG');
  await quality.waitFor();
  await drawer.getByLabel('Output format', { exact: true }).selectOption('Same as the input');
  await quality.waitFor({ state: 'detached' });
  await drawer.getByLabel('Width', { exact: true }).fill('16');
  await drawer.getByLabel('Do not enlarge', { exact: true }).check({ force: true });
  if (runsAll) await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Reset to default: Do not enlarge' }).click();
  expect(await drawer.getByLabel('Do not enlarge', { exact: true }).isChecked()).toBe(false);
  await page.keyboard.press('Escape');
  await convert();
  await finished('red');
  const made = await downloaded(page, row(page, 'red').getByRole('button', { name: 'Download' }));
  expect([made.readUInt32BE(16), made.readUInt32BE(20)]).toEqual([16, 12]);
});

test.runIf(runsAll)(
  'drawing a box on a page sets the crop options, and the page is cropped to it',
  async () => {
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
    const read = async (label: string) =>
      Number(await drawer.getByLabel(label, { exact: true }).inputValue());
    const box = { x: await read('X'), width: await read('Width') };
    expect(box.width / box.x).toBeCloseTo(2, 1);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await convert();
    await finished('draw');
    const made = await downloaded(page, row(page, 'draw').getByRole('button', { name: 'Download' }).first());
    const [, left, , right] = /\/CropBox \[ ?([\d.]+) ([\d.]+) ([\d.]+)/.exec(made.toString('latin1'))!;
    expect(Number(right) - Number(left)).toBeCloseTo(box.width, 0);
  },
);

test.runIf(runsAll)('bookmarks are entered one by one, each with its page', async () => {
  await clear();
  await dropFiles(page, [{ name: 'book.pdf', bytes: pdf(['one', 'two']) }]);
  await row(page, 'book.pdf').getByText('Uploaded').waitFor();
  await choose('book.pdf', 'bookmarks');
  await page.getByRole('button', { name: 'Options for book.pdf' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.locator('label', { hasText: /^Replace$/ }).click();
  for (const [title, target] of [
    ['Start', '1'],
    ['End', '2'],
  ] as const) {
    await drawer.getByRole('button', { name: 'Add an entry' }).click();
    await drawer.getByLabel('Title', { exact: true }).last().fill(title);
    const field = drawer.getByLabel('Page', { exact: true }).last();
    expect(await field.inputValue()).toBe('1');
    await field.fill(target);
  }
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await convert();
  await finished('book');
  const made = await downloaded(page, row(page, 'book').getByRole('button', { name: 'Download' }).first());
  const list = execFileSync('/usr/bin/python3', ['-c', listBookmarks], { input: made }).toString();
  expect(list).toBe('Start 1\nEnd 2\n');
});

test.runIf(runsAll)(
  'a stamp is placed by drawing a box, which is moved and resized, and the page shows the result',
  async () => {
    await clear();
    await dropFiles(page, [{ name: 'plain.pdf', bytes: pdf(['one']) }]);
    await row(page, 'plain.pdf').getByText('Uploaded').waitFor();
    await choose('plain.pdf', 'stamp');
    const drawer = page.getByRole('dialog');
    const seal = { name: 'seal.png', mimeType: 'image/png', buffer: png(64, 48) };
    await drawer.locator('[data-role=stamp] input[type=file]').setInputFiles(seal);
    await drawer.getByText('seal.png', { exact: true }).waitFor();
    const sheet = drawer.getByRole('img', { name: /^Area: draw on the page/ });
    const canvas = drawer.getByRole('img', { name: /draw on the page|Position/ }).locator('canvas');
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
    const read = async (label: string) =>
      Number(await drawer.getByLabel(label, { exact: true }).inputValue());
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
  },
);

test('a locked form is filled in by its own fields once it has its password, and only changes are sent', async () => {
  await clear();
  const form = fileURLToPath(new URL('../../web/site/examples/inputs/form.pdf', import.meta.url));
  const locked = execFileSync('/usr/bin/python3', ['-c', lock], { input: readFileSync(form) });
  await dropFiles(page, [{ name: 'form.pdf', bytes: locked }]);
  await row(page, 'form.pdf').getByText('Uploaded').waitFor();
  await choose('form.pdf', 'fill a form');
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Password' }).click();
  await drawer.getByLabel('Password', { exact: true }).fill('sesame');
  await drawer.getByLabel('Name', { exact: true }).fill('Ada');
  expect(await drawer.getByLabel('Values as text').count(), 'a second way to give values').toBe(0);
  await drawer.getByLabel('Name', { exact: true }).fill('');
  expect(await drawer.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await drawer.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await drawer.getByLabel('I will come', { exact: true }).check({ force: true });
  await drawer.getByRole('button', { name: 'Done' }).click();
  await convert();
  await finished('form.pdf');
  const filled = await downloaded(
    page,
    row(page, 'form.pdf').getByRole('button', { name: 'Download' }).first(),
  );
  expect(execFileSync('pdftotext', ['-upw', 'sesame', '-', '-'], { input: filled }).toString()).toContain(
    'Ada Lovelace',
  );
});

test('the image preview follows the options without creating a job', async () => {
  await clear();
  const listed = async () =>
    (await service.db.selectFrom('jobs').select('id').where('source', '<>', 'upload').execute()).length;
  // Thumbnails of earlier files may still be in the queue.
  const { length: before } = await service.db
    .selectFrom('jobs')
    .select('id')
    .where('source', 'not in', ['upload', 'preview'])
    .execute();
  await dropFiles(page, [{ name: 'harbour.jpg', bytes: readFileSync(harbour) }]);
  await row(page, 'harbour.jpg').getByText('Uploaded').waitFor();
  await choose('harbour.jpg', 'webp');
  await page.getByRole('button', { name: 'Options for harbour.jpg' }).click();
  const drawer = page.getByRole('dialog');
  const live = drawer.getByRole('region', { name: 'Preview' });
  const size = () => live.getByRole('status').textContent();
  await expect.poll(size, { timeout: 30_000 }).toMatch(/^[\d.]+ kB, \d+ % (smaller|larger)$/);
  const first = (await size())!;
  await live.getByRole('img', { name: 'Before' }).waitFor();
  await live.getByRole('img', { name: 'After' }).waitFor();
  await drawer.locator('[data-option=quality] input').last().fill('5');
  await expect.poll(size, { timeout: 30_000 }).not.toBe(first);
  expect(Number.parseFloat((await size())!)).toBeLessThan(Number.parseFloat(first));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect.poll(listed).toBe(before);

  // No preview is asked for while a width is missing, or with the options from before it was given.
  const asked: { options: { width?: number } }[] = [];
  page.on('request', request => {
    if (request.url().endsWith('/preview') && request.method() === 'POST') asked.push(request.postDataJSON());
  });
  await choose('harbour.jpg', 'resize');
  await drawer.locator('[data-option=width] input:focus').fill('60');
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]!.options.width).toBe(60);
  await page.keyboard.press('Escape');
});

test.runIf(runsAll)('drawing a crop box and placing a watermark on an image sets the options', async () => {
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

test.runIf(runsAll)(
  'the merge board marks a damaged PDF, and merges the others once it is removed',
  async () => {
    await clear();
    const broken = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200, 'x')]);
    await dropFiles(page, [
      { name: 'one.pdf', bytes: pdf(['one']) },
      { name: 'broken.pdf', bytes: broken },
      { name: 'two.pdf', bytes: pdf(['two']) },
    ]);
    for (const name of ['one.pdf', 'broken.pdf', 'two.pdf'])
      await row(page, name).getByText('Uploaded').waitFor();
    await page.getByRole('button', { name: 'Merge 3 PDFs' }).click();
    const board = page.getByRole('dialog');
    const merge = board.getByRole('button', { name: 'Merge', exact: true });
    await board.getByText('Damaged. Leave it out to merge the others.').waitFor();
    expect(await merge.isDisabled()).toBe(true);
    await expectAccessible(page);
    await board.getByRole('button', { name: 'Remove broken.pdf' }).click();
    await merge.click();
    await finished('merged');
  },
);

test('a split by ranges asks for pages, and a validation error names the option by its title', async () => {
  await clear();
  await dropFiles(page, [{ name: 'book.pdf', bytes: pdf(['one', 'two', 'three']) }]);
  await row(page, 'book.pdf').getByText('Uploaded').waitFor();
  await choose('book.pdf', 'split');
  await page.getByRole('button', { name: 'Options for book.pdf' }).click();
  const drawer = page.getByRole('dialog');
  const mode = drawer.getByLabel('Mode', { exact: true });
  expect(await drawer.getByRole('button', { name: 'Page 3' }).count()).toBe(0);
  await mode.selectOption('One file per range');
  await drawer.getByRole('button', { name: 'Page 3' }).click();
  await mode.selectOption('After a number of pages');
  await drawer.getByText('Choose a number of pages').waitFor();
  expect(await drawer.getByRole('button', { name: 'Page 3' }).count()).toBe(0);
  await mode.selectOption('One file per range');
  await drawer.getByLabel('Ranges', { exact: true }).fill('3-x');
  await drawer.getByRole('button', { name: 'Done' }).click();
  await convert();
  await row(page, 'book.pdf').getByText('“Ranges” must').waitFor();
  await page.getByRole('button', { name: 'Options for book.pdf' }).click();
  await drawer.locator('[data-option=ranges]').getByText('“Ranges” must').waitFor();
  await drawer.getByLabel('Ranges', { exact: true }).fill('3');
  await drawer.getByRole('button', { name: 'Done' }).click();
  await convert();
  await finished('book');
  await row(page, 'book').getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('dialog').getByText('1 page', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
});

test('options name languages, ask for a file only with the action that takes it, and fold the password and the later groups of a long form', async () => {
  await clear();
  await dropFiles(page, [{ name: 'scan.pdf', bytes: pdf(['one']) }]);
  await row(page, 'scan.pdf').getByText('Uploaded').waitFor();
  await choose('scan.pdf', 'searchable');
  await page.getByRole('button', { name: 'Options for scan.pdf' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.locator('[data-option=languages]').getByText('English').waitFor();
  await drawer.getByRole('combobox', { name: 'Languages' }).click();
  await page.getByRole('option', { name: 'English' }).waitFor();
  const languages = await page.getByRole('listbox').getByRole('option').allTextContents();
  expect(languages).toEqual(languages.toSorted((one, other) => one.localeCompare(other)));
  await page.keyboard.press('Tab');
  const password = drawer.getByLabel('Password', { exact: true });
  expect(await password.count()).toBe(0);
  await drawer.getByRole('button', { name: 'Password' }).click();
  await password.waitFor();
  await page.keyboard.press('Escape');
  // The field of words has the focus, and does not keep the key for a list that it does not have.
  await choose('scan.pdf', 'redact');
  await drawer.getByRole('combobox', { name: 'Words and phrases' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await choose('scan.pdf', 'attachments');
  await page.getByRole('button', { name: 'Options for scan.pdf' }).click();
  const part = drawer.getByRole('group', { name: 'A file to add', exact: true });
  const action = drawer.locator('[data-option=action]');
  await action.waitFor();
  expect(await part.count()).toBe(0);
  await action.getByText('Add', { exact: true }).click();
  await part.waitFor();
  await drawer.getByText('Choose a file to add').waitFor();
  expect(await drawer.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await dropFiles(page, [{ name: 'clip.mov', bytes: Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ') }]);
  await choose('clip.mov', 'mp4');
  await page.getByRole('button', { name: 'Options for clip.mov' }).click();
  await drawer.locator('[data-option=targetBytes]').waitFor();
  const rate = drawer.locator('[data-option=fps]');
  expect(await rate.count()).toBe(0);
  await drawer.getByRole('button', { name: /^Picture Width, Height/ }).click();
  await rate.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
});

test('an unsupported or empty file is left out, and a refused one can be retried', async () => {
  await clear();
  await page.getByRole('button', { name: 'From a URL' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('alert').getByText('Fill in “Address”.').waitFor();
  await page.getByRole('textbox', { name: 'Address' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await dropFiles(page, [
    { name: 'red.png', bytes: png(8, 8) },
    { name: 'thing.xyz', bytes: Buffer.from('abc') },
    { name: 'empty.txt', bytes: Buffer.alloc(0) },
  ]);
  await row(page, 'red.png').getByText('Uploaded').waitFor();
  await row(page, 'thing.xyz').getByText('This type of file is not supported.').waitFor();
  await row(page, 'empty.txt').getByText('This file is empty.').waitFor();
  const refused = { code: 'credits_exhausted', message: 'No credits are left.' };
  await page.route('**/jobs', route => route.fulfill({ status: 402, json: refused }), { times: 1 });
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  await row(page, 'red.png').getByText('No credits are left.').waitFor();
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  await finished('red');
  // One message undoes both removals, and keeps what was added since.
  for (const name of ['thing.xyz', 'empty.txt'])
    await page.getByRole('button', { name: `Remove: ${name}` }).click();
  await dropFiles(page, [{ name: 'late.png', bytes: png(8, 8) }]);
  await row(page, 'late.png').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const name of ['thing.xyz', 'empty.txt', 'late.png']) await row(page, name).waitFor();
  await page.getByRole('button', { name: 'From a URL' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('https://example.com/report.pdf');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await row(page, 'report.pdf').getByText('Will be fetched').waitFor();
});

test.runIf(runsAll)(
  'a misnamed image can be treated as an image, and a damaged PDF shows why its repair failed',
  async () => {
    await clear();
    // Every job mends what it can, so only a file without any page stays unreadable.
    const damaged = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\n');
    await dropFiles(page, [
      { name: 'photo.pdf', bytes: png(32, 24) },
      { name: 'torn.pdf', bytes: damaged },
    ]);
    await row(page, 'photo.pdf').getByText('This is a PNG file named .pdf.').waitFor();
    await page.reload();
    await row(page, 'photo.pdf').getByText('This is a PNG file named .pdf.').waitFor();
    expect(await row(page, 'photo.pdf').getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await row(page, 'photo.pdf').getByRole('button', { name: 'Treat it as PNG' }).click();
    await row(page, 'photo.png').getByText('Uploaded').waitFor();
    await choose('torn.pdf', 'compress');
    await convert();
    const repair = row(page, 'torn.pdf').getByRole('button', { name: 'Repair' });
    await repair.click();
    await repair.waitFor({ state: 'detached' });
    await row(page, 'torn.pdf').getByText('The repair failed').waitFor();
    await page.goto('/jobs');
    await page.getByRole('table').getByText('The file is damaged').first().waitFor();
    await page.goto('/');
  },
);

test.runIf(runsAll)('a job type chosen with Ctrl-K applies to files added afterwards', async () => {
  await clear();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('edit an image');
  await page.keyboard.press('Enter');
  await page.getByText('Drop files here: Edit an image').waitFor();
  await dropFiles(page, [{ name: 'red.png', bytes: png(64, 48) }]);
  await page.getByRole('button', { name: 'Action for red.png: Edit an image' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('png to avif');
  // Only AVIF is made of PNG, not PNG of AVIF.
  const conversions = page.getByRole('option', { name: /^Convert to/ });
  expect(await conversions.allInnerTexts()).toEqual([expect.stringContaining('Convert to AVIF')]);
  await page.keyboard.press('Enter');
  await page.getByText('Drop files here: Convert to AVIF').waitFor();
  await dropFiles(page, [{ name: 'blue.png', bytes: png(64, 48) }]);
  await page.getByRole('button', { name: 'Action for blue.png: AVIF' }).waitFor();
  await page.getByRole('link', { name: 'Something else' }).click();
  await page.getByText('Drop files or a folder here, or paste').locator('visible=true').waitFor();
});

test.runIf(runsAll)('a locked file asks for its password in its row', async () => {
  await clear();
  const open = pdf(['a secret']);
  await dropFiles(page, [{ name: 'open.pdf', bytes: open }]);
  await choose('open.pdf', 'protect');
  await page.getByRole('dialog').getByLabel('Password to open', { exact: true }).fill('sesame');
  await page.keyboard.press('Escape');
  await convert();
  await finished('open');
  await row(page, 'open').getByRole('button', { name: 'Use in …' }).click();
  await page.getByRole('menuitem', { name: 'Plain text' }).click();
  await convert();
  await page.getByPlaceholder('Password').fill('sesame');
  await page.getByRole('button', { name: 'Next' }).click();
  const text = row(page, '.txt');
  await text.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('dialog').getByText('a secret').waitFor();
  await page.keyboard.press('Escape');
});

test.runIf(runsAll)(
  'pages of several PDFs and a picture are reordered by keyboard, removed and rotated, and a locked file asks for its password',
  async () => {
    await clear();
    const locked = execFileSync('/usr/bin/python3', ['-c', lock], { input: pdf(['a secret']) });
    await dropFiles(page, [
      { name: 'cover.png', bytes: png(80, 60) },
      { name: 'a.pdf', bytes: pdf(['first', 'second']) },
      { name: 'b.pdf', bytes: pdf(['third']) },
      { name: 'locked.pdf', bytes: locked },
    ]);
    for (const name of ['a.pdf', 'b.pdf']) await row(page, name).locator('img').waitFor();
    await page.getByRole('button', { name: 'Merge 4 files' }).click();
    const board = page.getByRole('dialog');
    const merge = board.getByRole('button', { name: 'Merge', exact: true });
    const password = board.getByLabel('Password of locked.pdf', { exact: true });
    await password.fill('open');
    await password.press('Enter');
    await board.getByText('The password is wrong.').waitFor();
    expect(await merge.isDisabled()).toBe(true);
    await password.fill('sesame');
    await password.press('Enter');
    await password.waitFor({ state: 'detached' });
    await board.getByText('Pages', { exact: true }).click();
    await board.getByRole('button', { name: 'Rotate Page 1' }).last().click();
    await board.getByRole('button', { name: 'Remove Page 1' }).nth(1).click();
    await expectAccessible(page);
    const announced = (text: string | RegExp, timeout = 60_000) =>
      page.getByText(text).waitFor({ state: 'attached', timeout });
    await board.getByRole('button', { name: /^Move Page 2/ }).focus();
    await page.keyboard.press('Space');
    await announced('Page 2 is over position 2.');
    // On a slow machine, the board may not listen to arrows yet.
    await page.keyboard.press('ArrowRight');
    await announced('Page 2 is over position 3.', 5000).catch(() => page.keyboard.press('ArrowRight'));
    await announced('Page 2 is over position 3.');
    await page.keyboard.press('Space');
    await announced(/^Page 2 was dropped/);
    await merge.click();
    await finished('merged');
    // The merged files no longer wait for a conversion.
    expect(await page.getByText('Used for merged').count()).toBe(4);
    expect(await page.getByRole('button', { name: /^Convert/ }).count()).toBe(0);
    const made = await downloaded(page, row(page, 'merged').getByRole('button', { name: 'Download' }));
    const facts = execFileSync('pdfinfo', ['-l', '4', '-'], { input: made, encoding: 'utf8' });
    expect(facts).toMatch(/Page +1 size: +80 x 60/);
    expect(facts.match(/(?<=rot: +)\d+/g)).toEqual(['0', '0', '0', '90']);
    const text = execFileSync('pdftotext', ['-', '-'], { input: made, encoding: 'utf8' });
    expect(text.match(/first|second|third|secret/g)).toEqual(['third', 'second', 'secret']);
    expectQuiet();
  },
);

test.runIf(runsAll)(
  'a second file is chosen from the list or the disk, and both are sent with their roles',
  async () => {
    await clear();
    await dropFiles(page, [
      { name: 'early.pdf', bytes: pdf(['first page']) },
      { name: 'late.pdf', bytes: pdf(['final page']) },
    ]);
    await row(page, 'late.pdf').getByText('Uploaded').waitFor();
    await choose('early.pdf', 'compare two');
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Choose the later version').waitFor();
    await drawer.getByLabel('Or a file of the list').selectOption('late.pdf');
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Used for early.pdf').waitFor();
    await convert();
    await page.getByRole('button', { name: 'Download' }).first().waitFor();
    const report = await downloaded(page, page.getByRole('button', { name: 'Download' }));
    expect(report.toString()).toContain('final');

    await page.getByRole('button', { name: 'Clear finished' }).click();
    await page.getByRole('list', { name: 'Files' }).waitFor({ state: 'detached' });
    expectQuiet();
  },
);

test.runIf(runsAll)('images are combined into one PDF with a page for each', async () => {
  await clear();
  await dropFiles(page, [
    { name: 'one.png', bytes: png(60, 40) },
    { name: 'two.png', bytes: png(40, 60) },
  ]);
  await page.getByRole('button', { name: 'One PDF of 2' }).click();
  await finished('merged');
  expect(await page.getByRole('list', { name: 'Files' }).getByRole('listitem').count()).toBe(1);
  await row(page, 'merged').getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('dialog').getByText('2 pages').waitFor();
  await page.keyboard.press('Escape');
});

test.runIf(runsAll)(
  'several files are converted while one is still uploading, and keep their order after a reload',
  async () => {
    await clear();
    let release = () => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    const upload = '**/api/public/uploads/**';
    const names = ['one.png', 'slow.png', 'three.png', 'four.png'];
    await page.route(upload, async route => {
      if ((route.request().postDataBuffer()?.byteLength ?? 0) > 50_000) await held;
      await route.continue();
    });
    await dropFiles(
      page,
      names.map(name => ({
        name,
        bytes: name === 'slow.png' ? Buffer.concat([png(64, 48), Buffer.alloc(60_000)]) : png(64, 48),
      })),
    );
    await expect.poll(() => page.getByText('Uploaded', { exact: true }).count()).toBe(3);
    await page.getByRole('button', { name: 'Convert 4' }).click();
    // The button is gone, so the focus is in the first row that it started.
    await page.locator('li:focus', { hasText: 'one' }).waitFor();
    await page.getByText('3 of 4 done').waitFor();
    await row(page, 'slow.png').getByText('Converts when it is uploaded').waitFor();
    release();
    await page.getByText('4 of 4 done').waitFor();
    await page.unroute(upload);
    await page.reload();
    await page.getByText('4 of 4 done').waitFor();
    const shown = () => page.getByRole('list', { name: 'Files' }).locator('> li');
    expect((await shown().allInnerTexts()).map(text => text.split('.')[0])).toEqual([
      'one',
      'slow',
      'three',
      'four',
    ]);

    await page.getByRole('button', { name: 'Remove: slow.png' }).click();
    await page.locator('button[aria-label="Remove: three.png"]:focus').waitFor();
    // A message does not cover the bar with the actions.
    const toast = (await page.getByText('Removed from the list.').boundingBox())!;
    const bar = (await page.getByRole('button', { name: 'Download all' }).boundingBox())!;
    expect(toast.y + toast.height <= bar.y || toast.y >= bar.y + bar.height).toBe(true);

    await row(page, 'one').getByRole('button', { name: 'Use in …' }).click();
    await page.getByRole('menuitem', { name: 'Other settings' }).click();
    await page.getByRole('dialog').getByLabel('Quality', { exact: true }).first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await row(page, 'one.png').getByText('Uploaded').waitFor();
  },
);

test.runIf(runsAll)(
  'a recipe is applied to many files, and a hidden page shows a notification when they are done',
  async () => {
    await clear();
    await dropFiles(page, [{ name: 'first.png', bytes: png(64, 48) }]);
    await row(page, 'first.png').getByText('Uploaded').waitFor();
    await page.getByRole('button', { name: 'Save as recipe' }).click();
    await page.getByLabel('Name of the recipe').fill('For our site');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved to your recipes.').waitFor();
    await dropFiles(page, [{ name: 'second.png', bytes: png(48, 64) }]);
    await page.getByRole('button', { name: /^All images to/ }).click();
    await page.getByRole('combobox').fill('our site');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Action for second.png: For our site' }).waitFor();
    await expectAccessible(page);
    await page.evaluate(`
    globalThis.notified = [];
    globalThis.Notification = class {
      static permission = 'granted';
      constructor(title, { body }) { notified.push(body); }
    };
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  `);
    await page.getByRole('button', { name: 'Convert 2' }).click();
    await page.getByText('2 of 2 done').waitFor();
    await expect.poll(() => page.evaluate('notified')).toEqual(['2 of 2 done']);
    await finished('first.webp');
    await page.goto('/jobs?source=recipe');
    await expect.poll(() => page.getByRole('link', { name: /(first|second)\.png/ }).count()).toBe(2);
    await page.goto('/');
  },
);

test('a conversion is requested once, even if the page is reloaded before the answer arrives', async () => {
  await clear();
  await dropFiles(page, [{ name: 'once.png', bytes: png(32, 24) }]);
  await row(page, 'once.png').getByText('Uploaded').waitFor();
  // Uploads and thumbnails are rows of the same table.
  const countJobs = async () => {
    const others = ['upload', 'preview'] as const;
    const jobs = service.db.selectFrom('jobs').select('id').where('source', 'not in', others);
    return (await jobs.execute()).length;
  };
  const before = await countJobs();
  // The service receives the request, and the page is gone before it learns of it.
  let received = () => {};
  const isReceived = new Promise<void>(resolve => {
    received = resolve;
  });
  await page.route('**/jobs', async route => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    received();
  });
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  await isReceived;
  await page.unroute('**/jobs');
  await page.goto('/');
  await row(page, 'once').getByRole('button', { name: 'Download' }).waitFor();
  expect(await countJobs()).toBe(before + 1);
  expectQuiet();
});

test('an upload interrupted by a reload is resumed, and its result is still there after another reload', async () => {
  await clear();
  page.on('dialog', dialog => dialog.accept());
  // Files over eight megabytes are sent in parts: the first arrives, the next are held back until the page is reloaded.
  let pieces = 0;
  let first = true;
  await page.route('**/api/public/uploads/**', async route => {
    if (route.request().method() === 'PATCH') {
      pieces += 1;
      if (first && pieces > 1) return;
    }
    await route.continue();
  });
  const bytes = Buffer.concat([png(64, 48), Buffer.alloc(9_000_000)]);
  await dropFiles(page, [{ name: 'large.png', bytes }]);
  await expect.poll(() => pieces, { timeout: 60_000 }).toBeGreaterThan(1);
  await page.getByRole('link', { name: 'Jobs' }).first().click();
  await page.getByRole('region', { name: 'In progress' }).getByText('large.png').waitFor();

  first = false;
  const offsets: number[] = [];
  page.on('request', request => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  await page.goto('/');
  await row(page, 'large.png').getByText('Uploaded').waitFor();
  // The parts that had arrived were not sent again.
  expect(offsets[0]).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  await row(page, 'large').getByRole('button', { name: 'Download' }).waitFor();
  await page.reload();
  await row(page, 'large').getByRole('button', { name: 'Download' }).waitFor();
  expectQuiet();
});

async function clear() {
  // The page may still be loading, and hears no key until then.
  await page.getByRole('main').waitFor();
  const remove = page.getByRole('button', { name: /^Remove: / });
  while ((await remove.count()) > 0) await remove.first().click();
}

test.runIf(runsAll)('the sheets of a workbook are offered by their names', async () => {
  await page.goto('/');
  await clear();
  const sheets = ['Orders', 'Customers'].map(name => ({ name, rows: [['of', name]] }));
  await dropFiles(page, [{ name: 'book.xlsx', bytes: Buffer.from(await writeXlsx({ sheets })) }]);
  await row(page, 'book.xlsx').getByText('Uploaded').waitFor();
  await choose('book.xlsx', 'pdf');
  await page.getByRole('button', { name: 'Options for book.xlsx' }).click();
  const printed = page.getByRole('dialog').getByRole('radiogroup', { name: 'Sheet', exact: true });
  expect(await printed.getByLabel('All sheets').isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await choose('book.xlsx', 'csv');
  await page.getByRole('button', { name: 'Options for book.xlsx' }).click();
  const sheet = page.getByRole('dialog').getByLabel('Sheet', { exact: true });
  await expect
    .poll(() => sheet.getByRole('option').allTextContents())
    .toEqual(['First visible sheet', 'Orders', 'Customers', 'All sheets']);
  await sheet.selectOption('Customers');
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await convert();
  const made = await downloaded(page, row(page, 'book').getByRole('button', { name: 'Download' }));
  expect(made.toString()).toMatch(/^of,Customers\r?\n$/);
  await clear();
});

test.runIf(runsAll)(
  'on a phone, the formats of a file with a long name fit the screen, and so does the title of its job',
  async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await clear();
    const name = `${'a really very long file name '.repeat(6)}.png`;
    await dropFiles(page, [{ name, bytes: png(60, 40) }]);
    await row(page, name).getByText('Uploaded').waitFor();
    await page.getByRole('button', { name: /^Action for a really/ }).click();
    // Words that begin with the query come before words that contain it, such as hOCR.
    await page.getByRole('combobox').fill('ocr');
    await page.getByRole('option').first().getByText('Text from an image').waitFor();
    await page.getByRole('combobox').fill('webp');
    const isWithin = async (locator: Locator) => {
      const { x, y, width, height } = (await locator.boundingBox())!;
      return x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844;
    };
    expect(await isWithin(page.getByRole('combobox'))).toBe(true);
    expect(await isWithin(page.getByRole('option').first())).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.keyboard.press('Enter');
    // The actions for all files are one row, with the lesser ones in a menu.
    await dropFiles(page, [{ name: 'second.png', bytes: png(60, 40) }]);
    await row(page, 'second.png').getByText('Uploaded').waitFor();
    const convertBoth = page.getByRole('button', { name: 'Convert 2' });
    const actions = page.getByRole('main').getByRole('button', { name: 'More actions' });
    const tops = [page.getByRole('button', { name: /^All images to/ }), actions, convertBoth].map(
      async button => (await button.boundingBox())!.y,
    );
    const [first, ...others] = await Promise.all(tops);
    for (const top of others) expect(Math.abs(top - first!)).toBeLessThan(4);
    await actions.click();
    await page.getByRole('menuitem', { name: 'One PDF of 2' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove: second.png' }).click();
    await page.getByText('Removed from the list.').waitFor();
    const message = (await page.getByText('Removed from the list.').boundingBox())!;
    const start = (await page.getByRole('button', { name: 'Convert', exact: true }).boundingBox())!;
    expect(message.y + message.height).toBeLessThan(start.y);
    await convert();
    await finished('a really');
    await page.goto('/jobs');
    await page
      .getByRole('link', { name: /^a really very/ })
      .first()
      .click();
    const title = page.getByRole('heading', { level: 1 });
    await title.getByText(/^a really very/).waitFor();
    expect((await title.boundingBox())!.height).toBeLessThan(120);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 720 });
    expectQuiet();
  },
);
