import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job } from './job.ts';
import { run } from './run.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-extract-'));
  await writeFile(join(dir, 'a.srt'), '1\n00:00:00,500 --> 00:00:01,500\n<i>Hello</i> & you\n');
  await writeFile(join(dir, 'b.srt'), '1\n00:00:00,200 --> 00:00:01,000\nZażółć\n');
  await writeFile(
    join(dir, 'c.ass'),
    '[Script Info]\nPlayResX: 100\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Big,Arial,40\n\n[Events]\nFormat: Start, End, Style, Text\nDialogue: 0:00:00.00,0:00:01.00,Big,{\\pos(5,5)}Placed\n',
  );
  const tags = ['s:0 language=eng', 's:1 language=pol', 's:1 title=Napisy'];
  make(
    '-i a.srt -i b.srt -i c.ass -map 0 -map 1 -map 2 -map 3 -c:s copy',
    'film.mkv',
    tags.flatMap(tag => `-metadata:s:${tag}`.split(' ')),
  );
  make('-i a.srt -map 0 -map 1 -c:s mov_text', 'one.mp4');
  make('-map 0', 'silent.mp4');
});
afterAll(() => rm(dir, { recursive: true, force: true }));

function make(args: string, name: string, tracks: string[] = []): void {
  const video = '-loglevel error -y -f lavfi -i color=s=64x48:r=5:d=2';
  execFileSync('ffmpeg', [...`${video} ${args}`.split(' '), ...tracks, name], { cwd: dir });
}

const extract = (name: string, options: Record<string, unknown> = {}) =>
  runJob(job, run, join(dir, name), options);

test('saves each track of text as a file that is named after its language', async () => {
  await using made = await extract('film.mkv');
  expect(made.outputs.map(({ filename, metadata }) => [filename, metadata])).toEqual([
    ['film.eng.srt', { track: 1, cues: 1, language: 'eng' }],
    ['film.pol.srt', { track: 2, cues: 1, language: 'pol', title: 'Napisy' }],
    ['film.3.srt', { track: 3, cues: 1 }],
  ]);
  expect(await readFile(made.outputs[0]!.path, 'utf8')).toBe(
    '1\n00:00:00,500 --> 00:00:01,500\n<i>Hello</i> & you\n',
  );
  expect(await readFile(made.outputs[1]!.path, 'utf8')).toContain('Zażółć');
  // The place of the third one is lost.
  expect(made.warnings).toEqual([{ code: 'content_dropped' }]);
});

test('saves one track, and its look in a format that has one', async () => {
  await using placed = await extract('film.mkv', { track: 3, outputFormat: 'ass' });
  expect(placed.outputs[0]!.filename).toBe('film.ass');
  expect(await readFile(placed.outputs[0]!.path, 'utf8')).toContain('{\\pos(5,5)}Placed');
  expect(placed.warnings).toEqual([]);
  await using text = await extract('one.mp4', { outputFormat: 'txt' });
  expect(await readFile(text.outputs[0]!.path, 'utf8')).toBe('Hello & you\n');
});

test('says why there is nothing to save', async () => {
  await expect(extract('film.mkv', { track: 4 })).rejects.toMatchObject({ id: 'track_missing' });
  await expect(extract('silent.mp4')).rejects.toMatchObject({ id: 'subtitles_not_text' });
});
