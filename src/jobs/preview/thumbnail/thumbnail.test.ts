import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { runsAll } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { engine as chromium } from '../../../engines/chromium/probe.ts';
import { describeTones, makeMedia } from '../../../engines/ffmpeg/testing/make-media.ts';
import { writeFont } from '../../../engines/fonttools/engine.ts';
import { formats } from '../../../formats/formats.ts';
import { describeArchive } from './describe-archive.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-thumbnail-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Makes a thumbnail and returns its size, its name and the colour of its middle. */
async function make(path: string, options: Record<string, unknown> = {}) {
  await using result = await runJob(job, run, path, options);
  const [output] = result.outputs;
  const { data, info } = await sharp(output!.path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const middle = info.channels * (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2));
  return {
    size: [info.width, info.height],
    filename: output!.filename,
    middle: [...data.subarray(middle, middle + 3)],
    least: data.reduce((least, value) => Math.min(least, value), 255),
  };
}

it('scales images to fit, and flattens transparent ones on white in JPEG', async () => {
  const path = join(dir, 'clear.png');
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  await sharp({ create: { width: 1000, height: 500, channels: 4, background } }).toFile(path);
  expect(await make(path)).toMatchObject({
    size: [320, 160],
    filename: 'clear-thumbnail.jpg',
    middle: [255, 255, 255],
  });
  const small = { width: 400, height: 100, outputFormat: 'webp' };
  expect(await make(path, small)).toMatchObject({ size: [200, 100], filename: 'clear-thumbnail.webp' });
});

it('shows a page of a document', async () => {
  const path = join(dir, 'text.md');
  writeFileSync(path, '# A heading\n\nSome words.\n');
  const { size, least } = await make(path, { width: 200 });
  expect(size[0]).toBe(200);
  expect(size[1]).toBeGreaterThan(250);
  expect(least).toBeLessThan(100);
  await expect(make(path, { page: 9 })).rejects.toMatchObject({ reason: 'option_mismatch' });
});

it('shows the frame of a video at a time', async () => {
  const filters = 'color=red:s=64x48:d=1[a];color=blue:s=64x48:d=1[b];[a][b]concat';
  const path = makeMedia(join(dir, 'two.mp4'), '-f', 'lavfi', '-i', filters);
  const { middle, size } = await make(path, { time: 1.5, outputFormat: 'png' });
  expect(size).toEqual([64, 48]);
  expect(middle[2]).toBeGreaterThan(200);
  expect(middle[0]).toBeLessThan(60);
});

it.runIf(runsAll)('shows the cover of a sound file, or its waveform', async () => {
  const tone = ['-f', 'lavfi', '-i', describeTones([440], 1)];
  const plain = makeMedia(join(dir, 'tone.wav'), ...tone);
  expect(await make(plain, { outputFormat: 'png' })).toMatchObject({
    size: [320, 160],
    middle: [51, 102, 204],
  });
  const cover = ['-f', 'lavfi', '-i', 'color=red:s=100x100:d=1:r=1'];
  const mapped = ['-map', '0', '-map', '1', '-c:v', 'mjpeg', '-disposition:v', 'attached_pic'];
  const song = makeMedia(join(dir, 'song.mp3'), ...tone, ...cover, ...mapped);
  const shown = await make(song, { outputFormat: 'png' });
  expect(shown.size).toEqual([100, 100]);
  expect(shown.middle[0]).toBeGreaterThan(240);
  expect(shown.middle[2]).toBeLessThan(20);
  const voice = makeMedia(join(dir, 'voice.webm'), ...tone);
  expect((await make(voice)).size).toEqual([320, 160]);
});

it('shows the letters of a font in any script', async () => {
  const subset = async (text: string, name: string) => {
    const output = join(dir, name);
    const characters = [...text].map(letter => letter.codePointAt(0)!);
    const input = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';
    await writeFont({ input, output, to: 'woff2', characters }, dir);
    return await make(output, { width: 200, outputFormat: 'png' });
  };
  const latin = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');
  for (const text of [latin, 'абвгдежзик']) {
    const { size, least } = await subset(text, `${text.length}.woff2`);
    expect(size[0]).toBe(200);
    expect(size[1]).toBeGreaterThan(60);
    expect(least).toBe(0);
  }
});

it('shows the file list of an archive, and the text of subtitles and other text files', async () => {
  writeFileSync(join(dir, 'one.txt'), 'one');
  execFileSync('tar', ['-cf', join(dir, 'list.tar'), '-C', dir, 'one.txt']);
  writeFileSync(join(dir, 'film.srt'), '1\n00:00:00,000 --> 00:00:01,000\nA line\n');
  writeFileSync(join(dir, 'rows.sql'), 'insert into t values (1);\n');
  for (const name of ['list.tar', 'film.srt', 'rows.sql']) {
    const { size, least } = await make(join(dir, name), { width: 200 });
    expect(size[0], name).toBe(200);
    expect(least, name).toBeLessThan(200);
  }
  const entries = Array.from({ length: 42 }, (_, at) => ({
    path: `${at}.txt`,
    type: 'file' as const,
    size: 1500,
  }));
  const list = describeArchive({
    format: 'zip',
    complete: true,
    encrypted: false,
    files: 42,
    folders: 0,
    entries,
  });
  expect(list.split('\n')).toHaveLength(41);
  expect(list).toMatch(/^0\.txt \(1\.5 kB\)\n[\s\S]*\n\+ 2$/);
});

it.skipIf(!(await chromium.probe()))('shows the top of a web archive', async () => {
  const page = '<body style="margin:0;background:#00f">';
  const path = join(dir, 'page.mhtml');
  const head = 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"; type="text/html"\r\n\r\n';
  const part = 'Content-Type: text/html\r\nContent-Location: http://page.test/\r\n\r\n';
  writeFileSync(path, `${head}--b\r\n${part}${page}\r\n--b--\r\n`);
  const { size, middle } = await make(path, { outputFormat: 'png' });
  expect(size).toEqual([320, 240]);
  expect(middle).toEqual([0, 0, 255]);
});

it('accepts every format except web addresses and unknown files', () => {
  const accepted: readonly string[] = job.accepts;
  expect([...formats.keys()].filter(format => !accepted.includes(format))).toEqual(['url', 'bin']);
  for (const input of job.accepts)
    expect(job.resolve({ input, options: { outputFormat: 'jpeg' } }).engines, input).toContain('sharp');
});

it('refuses options that do not suit the file', () => {
  const options = { outputFormat: 'jpeg' } as const;
  expect(() => job.resolve({ input: 'png', options: { ...options, page: 2 } })).toThrow('is for documents');
  expect(() => job.resolve({ input: 'pdf', options: { ...options, time: 2 } })).toThrow('is for videos');
  expect(job.accepts).toEqual(
    expect.arrayContaining(['docx', 'xlsx', 'pdf', 'msg', 'mobi', 'cbz', 'mp4', 'heic', 'csv']),
  );
});
