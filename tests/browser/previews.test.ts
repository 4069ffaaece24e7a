import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isMissing, runsAll } from '../support/needs.ts';
import { modelsDir } from '../support/run-job.ts';
import { png } from '../support/samples.ts';
import { expectAccessible } from './support/browser.ts';
import { dropFiles, row } from './support/files.ts';
import { openWorkspace } from './support/workspace.ts';

const { page, expectQuiet } = await openWorkspace('all');

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const sample = (name: string) => ({ name, bytes: readFileSync(at(`web/public/samples/${name}`)) });
const dialog = () => page.getByRole('dialog');

/** Converts a file on the Convert page. */
async function make(name: string, bytes: Buffer, target: string): Promise<void> {
  await dropFiles(page, [{ name, bytes }]);
  await row(page, name).getByText('Uploaded').waitFor();
  await page.getByRole('button', { name: new RegExp(`^Action for ${name}`) }).click();
  await page.getByRole('combobox').fill(target);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
}

async function open(name: string): Promise<void> {
  // Speech recognition is slow on a busy machine.
  await row(page, name).getByRole('button', { name: 'Open', exact: true }).click({ timeout: 150_000 });
  await dialog().waitFor();
}

async function close(): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
}

test('an image preview compares before and after, with a divider moved by the arrow keys', async () => {
  const { name, bytes } = sample('harbour.jpg');
  await make(name, bytes, 'webp');
  await open('harbour.webp');
  await expectAccessible(page);
  const line = dialog().getByRole('slider');
  await line.focus();
  await page.keyboard.press('ArrowRight');
  expect(await line.inputValue()).toBe('51');
  for (const name of ['Before', 'harbour.webp']) await dialog().getByRole('img', { name }).waitFor();
  await close();
});

test('an original that browsers do not display is compared by a copy, and on a phone the result fills the screen', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await make('flat.tiff', await sharp(png(64, 48)).tiff().toBuffer(), 'png');
  await open('flat.png');
  await dialog().getByRole('img', { name: 'Before' }).waitFor();
  expect(await dialog().boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await close();
  await page.setViewportSize({ width: 1280, height: 720 });
});

test.runIf(runsAll)('a table has column headers; Markdown and HTML are shown as pages', async () => {
  const table = sample('orders.csv');
  await make(table.name, table.bytes, 'tsv');
  await open('orders.tsv');
  const head = (await dialog().getByRole('columnheader', { name: 'customer' }).boundingBox())!;
  const cell = (await dialog().getByRole('cell', { name: 'Amira Haddad' }).first().boundingBox())!;
  expect(head.x).toBe(cell.x);
  await expectAccessible(page);
  await close();

  const letter = sample('letter.md');
  await make(letter.name, letter.bytes, 'html');
  await open('letter.html');
  await dialog()
    .frameLocator('iframe')
    .getByRole('heading', { name: 'Invitation to the harbour walk' })
    .waitFor();
  await expectAccessible(page);
  await close();
  await make('page.html', Buffer.from('<h1>Tides</h1><p>Low at <b>noon</b>.'), 'markdown');
  await open('page.md');
  await dialog().frameLocator('iframe').getByRole('heading', { name: 'Tides' }).waitFor();
  await close();
});

const hasModel = existsSync(join(modelsDir, 'whisper-base.en'));

test.skipIf(isMissing(hasModel) || !runsAll)(
  'a transcript is shown while it is made; then clicking a word plays the video there, with subtitles',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'filemill-speech-'));
    const video = join(folder, 'speech.webm');
    const sound = at('src/jobs/ai/speech-to-text/testing/inaugural.opus');
    const picture = ['-f', 'lavfi', '-i', 'color=size=160x90:rate=5'];
    await promisify(execFile)('ffmpeg', [
      '-v',
      'error',
      ...picture,
      '-t',
      '12',
      '-i',
      sound,
      '-shortest',
      '-c:v',
      'libvpx',
      video,
    ]);
    const bytes = await readFile(video);
    await rm(folder, { recursive: true });

    // Twelve seconds are recognised in one step, so partial text of a longer recording is inserted into the stream.
    const stream = /\/jobs\/[^/]+\/events$/;
    const partial = 'event: partial\ndata: {"id":"job_1","start":2,"end":4,"text":"We observe today"}\n\n';
    await page.route(stream, route => route.fulfill({ contentType: 'text/event-stream', body: partial }));
    await make('speech.webm', bytes, 'with times');
    await page.getByRole('log', { name: 'Transcript so far' }).getByText('0:02 We observe today').waitFor();
    await page.unroute(stream);
    await open('speech.json');
    const words = dialog().locator('button[class*=word]');
    await words.nth(3).click();
    const player = dialog().locator('video');
    await expect
      .poll(() => player.evaluate((element: { currentTime: number }) => element.currentTime))
      .toBeGreaterThan(0);
    const subtitles = await player.evaluate(
      (element: { textTracks: { mode: string; cues: { text: string }[] }[] }) =>
        [...element.textTracks].filter(({ mode }) => mode === 'showing').map(({ cues }) => cues[0]?.text),
    );
    expect(subtitles).toEqual([expect.stringMatching(/\w+ \w+/)]);
    await expectAccessible(page);
    await close();
    expectQuiet();
  },
);
