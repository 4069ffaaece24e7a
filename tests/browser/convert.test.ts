import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { runsAll } from '../support/needs.ts';
import { pdf, png } from '../support/samples.ts';
import { expectAccessible } from './support/browser.ts';
import { operateConvert } from './support/convert.ts';
import { downloaded, dropFiles, row } from './support/files.ts';
import { openWorkspace } from './support/workspace.ts';

const { page, service, expectQuiet } = await openWorkspace('all');
const { choose, clear, convert, finished } = operateConvert(page);

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

test('a picture that the browser cannot show has an icon, and is converted all the same', async () => {
  await clear();
  // Browsers show no SVG without its namespace.
  const bytes = Buffer.from('<svg width="8" height="8"><rect width="8" height="8" fill="red"/></svg>');
  await dropFiles(page, [{ name: 'bare.svg', bytes }]);
  await row(page, 'bare.svg').getByText('Uploaded').waitFor();
  await row(page, 'bare.svg').locator('img').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  await finished('bare');
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
  await expect.poll(() => pieces).toBeGreaterThan(1);
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

test.runIf(runsAll)(
  'on a phone, the formats of a file with a long name fit the screen, and so does the title of its job',
  async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await clear();
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    expect(await page.getByText('Drop files').locator('visible=true').count(), 'nothing can be dropped').toBe(
      0,
    );
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
