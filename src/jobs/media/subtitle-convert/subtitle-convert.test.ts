import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job } from './job.ts';
import { run } from './run.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-subtitles-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function convert(name: string, content: string | Buffer, options: Record<string, unknown>) {
  const path = join(dir, name);
  await writeFile(path, content);
  await using result = await runJob(job, run, path, options);
  return {
    text: await readFile(result.outputs[0]!.path, 'utf8'),
    warnings: result.warnings,
    output: result.outputs[0]!,
  };
}
const readCues = async (name: string, content: string | Buffer, options = {}) =>
  JSON.parse((await convert(name, content, { outputFormat: 'json', ...options })).text).cues;

const srt = `1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Hello</i> & "you" < me\r\nsecond line\r\n\r\n2\r\n01:00:00,040 --> 01:00:01,000\r\nZażółć 日本\r\n`;
const cues = [
  { start: 1, end: 2.5, text: 'Hello & "you" < me\nsecond line' },
  { start: 3600.04, end: 3601, text: 'Zażółć 日本' },
];

describe('each format', () => {
  it.each(['srt', 'vtt', 'ass', 'ttml', 'sbv'])(
    '%s is written so that it reads back the same',
    async format => {
      const { text, output } = await convert('a.srt', srt, { outputFormat: format });
      expect(output).toMatchObject({ filename: `a.${format}`, metadata: { cues: 2 } });
      expect(await readCues(`b.${format}`, text)).toEqual(cues);
      const back = await convert(`b.${format}`, text, { outputFormat: 'srt' });
      expect(back.text.includes('<i>Hello</i>')).toBe(format !== 'sbv');
      // Another program reads it too.
      if (format !== 'sbv' && format !== 'ttml') {
        const args = ['-v', 'error', '-i', join(dir, `b.${format}`), '-f', 'srt', '-'];
        const { stdout } = spawnSync('ffmpeg', args, { encoding: 'utf8' });
        expect(stdout).toContain('00:00:01,000 --> 00:00:02,500');
        expect(stdout).toContain('Zażółć 日本');
      }
    },
  );

  it('txt has the text with a line per cue, and repeated cues once', async () => {
    const twice = `${srt}\n3\n01:00:01,000 --> 01:00:02,000\nZażółć 日本\n`;
    const { text } = await convert('a.srt', twice, { outputFormat: 'txt' });
    expect(text).toBe('Hello & "you" < me second line\nZażółć 日本\n');
  });

  it('reads SubRip with empty lines in cues or none between them, and signs that are no tags', async () => {
    const odd =
      '1\n00:00:01,000 --> 00:00:02,000\none\n\ntwo\n2\n00:00:03,000 --> 00:00:04,000\n2001\n\n3\n00:00:05,000 --> 00:00:06,000\n<font size="1">a</font><br><unknown> 1<2\n\n4\n';
    expect(await readCues('odd.srt', odd)).toEqual([
      { start: 1, end: 2, text: 'one\ntwo' },
      { start: 3, end: 4, text: '2001' },
      { start: 5, end: 6, text: 'a\n<unknown> 1<2' },
    ]);
  });

  it('reads the looks of TTML, its own and those of named styles', async () => {
    const ttml =
      '<tt xmlns:tts="t"><head><styling><style xml:id="i" tts:fontStyle="italic"/></styling></head><body><div><p begin="1s" end="2s">a <span style="i">b</span> <span tts:fontWeight="bold" tts:textDecoration="underline" tts:color="red">c</span></p></div></body></tt>';
    const { text, warnings } = await convert('looks.ttml', ttml, { outputFormat: 'srt' });
    expect(text).toContain('\na <i>b</i> <b><u>c</u></b>\n');
    expect(warnings).toEqual([{ code: 'content_dropped' }]);
  });

  it('reads WebVTT with notes, styles, voices and positions', async () => {
    const vtt =
      'WEBVTT - a title\n\nSTYLE\n::cue { color: red }\n\nNOTE\nnot a cue --> really\n\nintro\n00:01.000 --> 00:02.000 line:0 align:start\n<v Fred>Hi &amp; <b>bye</b><00:01.500><c.loud> now</c>\n';
    expect(await readCues('a.vtt', vtt)).toEqual([{ start: 1, end: 2, text: 'Hi & bye now' }]);
    expect((await convert('a.vtt', vtt, { outputFormat: 'srt' })).warnings).toEqual([
      { code: 'content_dropped' },
    ]);
  });

  it('reads ASS with commas, overrides, drawings and unordered events, and keeps its styles', async () => {
    const ass =
      '[Script Info]\nTitle: x\n[V4+ Styles]\nStyle: Big,Arial,40\n[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:05.00,0:00:06.00,Big,later\nDialogue: 0,0:00:01.00,0:00:02.00,Big,{\\an8\\i1}one, two{\\i0}\\Nthree{\\p1}m 0 0 l 5 5{\\p0}\n';
    expect(await readCues('a.ass', ass)).toEqual([
      { start: 1, end: 2, text: 'one, two\nthree' },
      { start: 5, end: 6, text: 'later' },
    ]);
    const { text, warnings } = await convert('a.ass', ass, { outputFormat: 'ass', shift: 1.5 });
    expect(text).toContain('Style: Big,Arial,40');
    expect(text).toContain('Dialogue: 0,0:00:02.50,0:00:03.50,Big,{\\an8\\i1}one, two{\\i0}');
    expect(warnings).toEqual([]);
  });

  it('reads all time notations of TTML', async () => {
    const p = (attributes: string, text: string) => `<p ${attributes}>${text}</p>`;
    const ttml = `<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="25" ttp:tickRate="1000"><body><div begin="10s">${p('begin="00:00:01.5" end="00:00:02:05"', 'a<br/>b')}${p('begin="1500t" dur="500ms"', 'c')}</div>${p('begin="50f" end="3s"', 'd &amp; e')}</body></tt>`;
    expect(await readCues('a.ttml', ttml)).toEqual([
      { start: 11.5, end: 12.2, text: 'a\nb' },
      { start: 11.5, end: 12, text: 'c' },
      { start: 2, end: 3, text: 'd & e' },
    ]);
  });
});

describe('times', () => {
  it('are shifted and scaled, and cues before the start are left out', async () => {
    expect(await readCues('a.srt', srt, { shift: -1.5 })).toMatchObject([
      { start: 0, end: 1 },
      { start: 3598.54 },
    ]);
    expect(await readCues('a.srt', srt, { shift: -10 })).toHaveLength(1);
    await expect(readCues('a.srt', srt, { shift: -5000 })).rejects.toMatchObject({
      id: 'shift_beyond_start',
    });
    expect(await readCues('a.srt', srt, { speed: 2, shift: 1 })).toMatchObject([
      { start: 1.5, end: 2.25 },
      {},
    ]);
  });
});

describe('the encoding', () => {
  const russian = '1\n00:00:01,000 --> 00:00:02,000\nПривет, как дела? Всё хорошо, спасибо.\n';
  const encode1251 = (text: string) =>
    Buffer.from(
      [...text].map(c =>
        c >= 'А' && c <= 'я' ? c.charCodeAt(0) - 0x350 : c === 'ё' ? 0xb8 : c.charCodeAt(0),
      ),
    );

  it('is detected, or used as given', async () => {
    const bytes = encode1251(russian);
    for (const options of [{}, { encoding: 'windows-1251' }])
      expect(await readCues('a.srt', bytes, options)).toMatchObject([
        { text: 'Привет, как дела? Всё хорошо, спасибо.' },
      ]);
    const utf16 = Buffer.from(`\uFEFF${russian}`, 'utf16le');
    expect(await readCues('a.srt', utf16)).toHaveLength(1);
    await expect(readCues('a.srt', bytes, { encoding: 'klingon' })).rejects.toMatchObject({
      id: 'encoding_unknown',
    });
  });
});

it('fails for a file without cues', async () => {
  for (const [name, content] of [
    ['a.srt', 'hello\n'],
    ['a.vtt', 'WEBVTT\n'],
    ['a.ttml', '<tt><body>'],
    [
      'b.ttml',
      '<!DOCTYPE t [<!ENTITY a SYSTEM "file:///etc/passwd">]><tt><body><p begin="0s" end="1s">&a;</p></body></tt>',
    ],
  ] as const)
    await expect(convert(name, content, { outputFormat: 'srt' }), name).rejects.toMatchObject({
      id: 'unreadable_input',
    });
});
