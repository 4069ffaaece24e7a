import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runsAll, takeSome } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { describeTones, makeMedia } from '../../../engines/ffmpeg/testing/make-media.ts';
import { planGeometry } from '../picture/geometry.ts';
import { compareFrames, probeFile, readColour } from '../testing/look-at.ts';
import { job } from './job.ts';
import { run } from './run.ts';

let dir: string;
/** One second of 160 by 90 with two sound tracks (5.1 in English, mono in German), subtitles and a chapter. */
let film: string;
/** A phone's video: a blue upper half and a red lower one, turned by 90 degrees. */
let phone: string;
const recordedAt = '2024-05-01T10:00:00.000000Z';

const fast = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '10'];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-video-'));
  const cues = join(dir, 'cues.srt');
  await writeFile(cues, '1\n00:00:00,000 --> 00:00:00,900\nWWWWWWWWWWWW\n');
  film = makeMedia(
    join(dir, 'film.mkv'),
    ...['-f', 'lavfi', '-i', 'testsrc2=d=1:s=160x90:r=15'],
    ...['-f', 'lavfi', '-i', `${describeTones([300, 400, 500, 60, 600, 700], 1)}:c=5.1`],
    ...['-f', 'lavfi', '-i', describeTones([440], 1), '-i', cues],
    ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', '-c:a', 'flac', '-c:s', 'subrip', ...fast],
    ...['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=deu', '-metadata', 'title=A film'],
  );
  const upright = makeMedia(
    join(dir, 'upright.mp4'),
    ...[
      '-f',
      'lavfi',
      '-i',
      'color=red:d=0.4:s=64x32:r=25',
      '-vf',
      'drawbox=c=blue:w=64:h=16:t=fill',
      ...fast,
    ],
  );
  phone = makeMedia(
    join(dir, 'phone.mp4'),
    ...[
      '-i',
      upright,
      '-c',
      'copy',
      '-metadata:s:v',
      'rotate=90',
      '-metadata',
      `creation_time=${recordedAt}`,
    ],
  );
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const convert = (file: string, options: Record<string, unknown>) => runJob(job, run, file, options);
const refuse = (options: Record<string, unknown>) => () =>
  job.resolve({ input: 'mp4', options: options as never });

describe('each container', () => {
  const containers: [string, string[], object][] = [
    ['mp4', ['h264', 'aac', 'aac', 'mov_text'], {}],
    ['webm', ['vp9', 'opus', 'opus', 'webvtt'], {}],
    ['mov', ['hevc', 'aac', 'aac', 'mov_text'], { codec: 'h265' }],
    ['mkv', ['av1', 'aac', 'aac', 'subrip'], { codec: 'av1' }],
  ];
  it.each(takeSome(containers, 2))(
    '%s has the picture, both sound tracks and the subtitles',
    async (outputFormat, codecs, options) => {
      await using result = await convert(film, { outputFormat, ...options });
      const [output] = result.outputs;
      expect(output).toMatchObject({
        filename: `film.${outputFormat}`,
        metadata: { width: 160, height: 90 },
      });
      const { streams, format } = probeFile(output!.path);
      expect(streams.map(stream => stream.codec_name)).toEqual(codecs);
      expect(streams.slice(1, 3).map(stream => [stream.channels, stream.tags?.language])).toEqual([
        [6, 'eng'],
        [1, outputFormat === 'mov' ? 'ger' : 'deu'],
      ]);
      expect(Number(format.duration)).toBeCloseTo(1, 1);
      expect(compareFrames(output!.path, film)).toBeGreaterThan(0.9);
      expect(result.warnings).toEqual([]);
      expect(result.progress.at(-1)).toBeGreaterThan(90);
      if (outputFormat === 'mp4') {
        const bytes = await readFile(output!.path);
        expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
      }
    },
  );

  it.runIf(runsAll)('copies streams on request if the container supports them', async () => {
    await using result = await convert(film, { outputFormat: 'mp4', codec: 'copy', mute: true });
    expect(compareFrames(result.outputs[0]!.path, film)).toBe(1);
    expect(probeFile(result.outputs[0]!.path).streams.map(each => each.codec_name)).toEqual([
      'h264',
      'mov_text',
    ]);
    const rejected = { id: 'codec_not_held' };
    await expect(convert(film, { outputFormat: 'webm', codec: 'copy' })).rejects.toMatchObject(rejected);
    await expect(convert(phone, { outputFormat: 'mkv', codec: 'copy' })).rejects.toMatchObject(rejected);
  });
});

describe('animations', () => {
  it('gif has frames, colours and endless repetition', async () => {
    await using result = await convert(film, { outputFormat: 'gif', width: 80 });
    const { pages, loop, width, pageHeight, delay } = await sharp(result.outputs[0]!.path, {
      animated: true,
    }).metadata();
    expect({ pages, loop, width, pageHeight }).toEqual({ pages: 15, loop: 0, width: 80, pageHeight: 45 });
    expect(delay!.reduce((sum, each) => sum + each)).toBeCloseTo(1000, -2);
    expect(compareFrames(result.outputs[0]!.path, film, 'scale=160:90,format=yuv420p')).toBeGreaterThan(0.4);
  });

  it.runIf(runsAll)('webp and avif have the requested frame rate', async () => {
    await using webp = await convert(film, { outputFormat: 'webp', fps: 10 });
    expect(await sharp(webp.outputs[0]!.path).metadata()).toMatchObject({ pages: 10, loop: 0, width: 160 });
    await using avif = await convert(film, { outputFormat: 'avif', fps: 10 });
    const [video] = probeFile(avif.outputs[0]!.path, '-count_frames').streams;
    expect(video).toMatchObject({ codec_name: 'av1', nb_read_frames: '10' });
    expect((await readFile(avif.outputs[0]!.path)).toString('latin1', 4, 12)).toBe('ftypavis');
    const red = 'crop=8:8:4:40';
    const before = readColour(film, 0.5, red);
    for (const [index, value] of readColour(avif.outputs[0]!.path, 0.5, red).entries())
      expect(Math.abs(value - before[index]!)).toBeLessThan(12);
  });

  it('shows each frame of a gif as long as the gif does', async () => {
    const uneven = join(dir, 'uneven.gif');
    const colours = ['red', 'lime', 'blue'].map(background =>
      sharp({ create: { width: 32, height: 32, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    await sharp(await Promise.all(colours), { join: { animated: true } })
      .gif({ delay: [100, 500, 900] })
      .toFile(uneven);
    await using result = await convert(uneven, { outputFormat: 'mp4' });
    expect(result.outputs[0]!.metadata).toMatchObject({ seconds: 1.5 });
    const { path } = result.outputs[0]!;
    expect(Number(probeFile(path).format.duration)).toBeCloseTo(1.5, 2);
    for (const [second, colour] of [
      [0.05, 0],
      [0.15, 1],
      [0.55, 1],
      [0.65, 2],
      [1.45, 2],
    ] as const) {
      const shown = readColour(path, second);
      expect(shown.indexOf(Math.max(...shown)), `at ${second} s`).toBe(colour);
    }
  });

  it('keeps transparency in webm, also of a webm, and lays it on white in mp4', async () => {
    const half = join(dir, 'half.gif');
    const front = await sharp({ create: { width: 16, height: 16, channels: 4, background: 'red' } })
      .png()
      .toBuffer();
    await sharp({
      create: { width: 32, height: 16, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .composite([{ input: front, left: 0, top: 0 }])
      .gif()
      .toFile(half);
    await using webm = await convert(half, { outputFormat: 'webm' });
    const path = webm.outputs[0]!.path;
    await using webp = await convert(path, { outputFormat: 'webp' });
    const alpha = await sharp(webp.outputs[0]!.path).extractChannel('alpha').raw().toBuffer();
    expect([alpha[8 * 32 + 4], alpha[8 * 32 + 28]]).toEqual([255, 0]);
    await using mp4 = await convert(path, { outputFormat: 'mp4' });
    for (const value of readColour(mp4.outputs[0]!.path, 0, 'crop=8:16:24:0'))
      expect(value).toBeGreaterThan(240);
  });

  it.runIf(runsAll)('flattens a transparent gif on white', async () => {
    const clear = join(dir, 'clear.gif');
    const background = { r: 255, g: 0, b: 0, alpha: 0 };
    await sharp({ create: { width: 33, height: 21, channels: 4, background } })
      .gif()
      .toFile(clear);
    await using result = await convert(clear, { outputFormat: 'mp4' });
    expect(probeFile(result.outputs[0]!.path).streams[0]).toMatchObject({
      width: 34,
      height: 22,
      pix_fmt: 'yuv420p',
    });
    for (const value of readColour(result.outputs[0]!.path, 0)) expect(value).toBeGreaterThan(240);
  });
});

describe('the picture', () => {
  it('of a phone is upright, and rotated from there', async () => {
    await using upright = await convert(phone, { outputFormat: 'mp4' });
    const [video] = probeFile(upright.outputs[0]!.path).streams;
    expect(video).toMatchObject({ width: 32, height: 64 });
    expect(video?.side_data_list?.some(each => each.rotation)).toBeFalsy();
    const halves = (path: string, ...boxes: string[]) =>
      boxes.map(box => readColour(path, 0, `crop=${box}`)[2] > 128);
    // The player turns by 90 degrees anticlockwise here, which puts the upper half on the left.
    const [left, right] = halves(upright.outputs[0]!.path, '8:64:0:0', '8:64:24:0');
    expect([left, right].filter(Boolean)).toHaveLength(1);
    await using turned = await convert(phone, { outputFormat: 'mp4', rotate: 180 });
    expect(halves(turned.outputs[0]!.path, '8:64:0:0', '8:64:24:0')).toEqual([right, left]);
  });

  it.each(takeSome([{ outputFormat: 'mkv' }, { outputFormat: 'mp4', codec: 'copy' }], 1))(
    'keeps the time of its recording, and no tags about the container, with %j',
    async options => {
      await using result = await convert(phone, options);
      const { format } = probeFile(result.outputs[0]!.path);
      expect(format.tags).toMatchObject({ creation_time: recordedAt });
      expect(format.tags).not.toHaveProperty('MAJOR_BRAND');
    },
  );

  it.each([
    [{ width: 80 }, [80, 46]],
    [{ height: 45, width: 200 }, [80, 46]],
    [{ height: 90, width: 90, fit: 'fill' }, [90, 90]],
  ])('is planned with the size for %j', (options, [width, height]) => {
    expect(planGeometry({ width: 160, height: 90 }, options, true).size).toEqual({ width, height });
  });

  const sizes: [options: object, size: [width: number, height: number]][] = [
    [{ crop: { x: 10, y: 10, width: 100, height: 50 }, rotate: 90, width: 25 }, [26, 50]],
    [{ height: 90, width: 90, fit: 'contain' }, [90, 90]],
    [{ height: 90, width: 90, fit: 'cover' }, [90, 90]],
  ];
  it.each(takeSome(sizes, 1))('has the size for %j', async (options, [width, height]) => {
    await using result = await convert(film, {
      outputFormat: 'mp4',
      mute: true,
      subtitles: 'none',
      end: 0.2,
      ...options,
    });
    expect(probeFile(result.outputs[0]!.path).streams).toMatchObject([{ width, height }]);
  });

  it('is cut at exact times, and cannot be cropped beyond its edges', async () => {
    const steps = makeMedia(
      join(dir, 'steps.mp4'),
      ...[
        '-f',
        'lavfi',
        '-i',
        'color=red:d=0.5:s=32x32:r=20[a];color=blue:d=0.5:s=32x32:r=20[b];[a][b]concat',
        ...fast,
      ],
    );
    await using result = await convert(steps, { outputFormat: 'mp4', start: 0.5, end: 0.8 });
    const { format } = probeFile(result.outputs[0]!.path);
    expect(Number(format.duration)).toBeCloseTo(0.3, 2);
    expect(readColour(result.outputs[0]!.path, 0)[2]).toBeGreaterThan(200);
    const outside = { x: 10, y: 0, width: 32, height: 32 };
    await expect(convert(steps, { outputFormat: 'mp4', crop: outside })).rejects.toMatchObject({
      id: 'frame_crop_outside',
    });
    await expect(convert(steps, { outputFormat: 'mp4', start: 2 })).rejects.toMatchObject({
      id: 'start_beyond_end',
    });
  });

  it('in HDR is tone-mapped to SDR, with eight bits for h264', async () => {
    const hdr = makeMedia(
      join(dir, 'hdr.mkv'),
      ...['-f', 'lavfi', '-i', 'color=0x808080:d=0.2:s=64x64:r=10'],
      ...[
        '-vf',
        'zscale=tin=bt709:pin=bt709:min=bt709:t=smpte2084:p=bt2020:m=bt2020nc:npl=203,format=yuv420p10le',
      ],
      ...['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error'],
      ...['-color_trc', 'smpte2084', '-color_primaries', 'bt2020', '-colorspace', 'bt2020nc'],
    );
    await using result = await convert(hdr, { outputFormat: 'mp4' });
    expect(probeFile(result.outputs[0]!.path).streams[0]).toMatchObject({
      ...{ pix_fmt: 'yuv420p', color_transfer: 'bt709', color_primaries: 'bt709' },
    });
    for (const value of readColour(result.outputs[0]!.path, 0))
      expect(Math.abs(value - 128)).toBeLessThan(20);
  });

  it.runIf(runsAll)('keeps the times of a variable frame rate', async () => {
    const uneven = makeMedia(
      join(dir, 'uneven.mkv'),
      ...[
        '-f',
        'lavfi',
        '-i',
        'testsrc2=d=1:s=64x64:r=20',
        '-vf',
        'select=lt(n\\,5)+not(mod(n\\,5))',
        '-fps_mode',
        'vfr',
        ...fast,
      ],
    );
    await using result = await convert(uneven, { outputFormat: 'mp4' });
    const [made] = probeFile(result.outputs[0]!.path, '-count_frames').streams;
    expect(made?.nb_read_frames).toBe(probeFile(uneven, '-count_frames').streams[0]?.nb_read_frames);
    expect(compareFrames(result.outputs[0]!.path, uneven)).toBeGreaterThan(0.95);
  });
});

describe('subtitles', () => {
  const bottom = 'crop=160:24:0:66,format=gray';
  const brightness = (path: string) => readColour(path, 0.6, bottom)[0];

  it('are burned in, at the right time in a cut too', async () => {
    const dark = makeMedia(
      join(dir, 'dark.mkv'),
      ...['-f', 'lavfi', '-i', 'color=black:d=2:s=160x90:r=5', '-i', join(dir, 'late.srt')],
      ...['-map', '0', '-map', '1', ...fast],
    );
    await using burned = await convert(dark, { outputFormat: 'mp4', subtitles: 'burn', start: 0.5 });
    expect(probeFile(burned.outputs[0]!.path).streams.map(each => each.codec_name)).toEqual(['h264']);
    expect(brightness(burned.outputs[0]!.path)).toBeGreaterThan(1);
    expect(readColour(burned.outputs[0]!.path, 0.2, bottom)[0]).toBe(0);
    await using plain = await convert(dark, { outputFormat: 'mp4', subtitles: 'none' });
    expect(brightness(plain.outputs[0]!.path)).toBe(0);
    await expect(
      convert(dark, { outputFormat: 'mp4', subtitles: 'burn', subtitleTrack: 2 }),
    ).rejects.toMatchObject({ id: 'track_missing' });
    await expect(
      convert(burned.outputs[0]!.path, { outputFormat: 'mp4', subtitles: 'burn' }),
    ).rejects.toMatchObject({ id: 'subtitles_missing' });
  });

  it.runIf(runsAll)('that lose positions and colours cause a warning', async () => {
    const format = 'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';
    const tracks = ['plain', '{\\pos(10,10)\\c&H0000FF&}placed'].map(
      text =>
        `[Script Info]\n[V4+ Styles]\n[Events]\n${format}\nDialogue: 0,0:00:00.00,0:00:00.90,Default,,0,0,0,,${text}\n`,
    );
    for (const [index, text] of tracks.entries()) await writeFile(join(dir, `look-${index}.ass`), text);
    const inputs = tracks.flatMap((_, index) => ['-i', join(dir, `look-${index}.ass`)]);
    const maps = ['-map', '0:v', '-map', '1', '-map', '2', '-c:v', 'copy', '-c:s', 'copy'];
    const styled = makeMedia(join(dir, 'look.mkv'), '-i', film, ...inputs, ...maps);
    const dropped = [{ code: 'content_dropped' }];
    for (const [options, warnings] of [
      [{ outputFormat: 'mkv', codec: 'copy' }, []],
      [{ outputFormat: 'mp4', codec: 'copy' }, dropped],
      [{ outputFormat: 'mp4', codec: 'copy', subtitleTrack: 1 }, []],
      [{ outputFormat: 'mkv', start: 0.2, crf: 50, subtitleTrack: 2 }, dropped],
    ] as const) {
      await using result = await convert(styled, options);
      expect(result.warnings, JSON.stringify(options)).toEqual(warnings);
    }
  });

  it('can come from a file sent with the video, whose references are not followed', async () => {
    const cues = join(dir, 'late.srt');
    const mute = { mute: true, start: 0.5, end: 0.9, crf: 40 };
    const early = join(dir, 'early.vtt');
    await writeFile(early, 'WEBVTT\n\n00:00.600 --> 00:00.800\nhello\n');
    await using kept = await runJob(job, run, [film, early], { outputFormat: 'mkv', ...mute });
    const { streams } = probeFile(kept.outputs[0]!.path);
    expect(streams.map(each => each.codec_name)).toEqual(['h264', 'subrip', 'subrip']);
    const text = ['-v', 'error', '-i', kept.outputs[0]!.path, '-map', '0:s:0', '-f', 'srt', '-'];
    expect(execFileSync('ffmpeg', text, { encoding: 'utf8' })).toContain(
      '00:00:00,100 --> 00:00:00,300\nhello',
    );
    const list = join(dir, 'list.srt');
    await writeFile(list, `#EXTM3U\n#EXTINF:1,\nfile://${cues}\n#EXT-X-ENDLIST\n`);
    for (const subtitles of ['keep', 'burn'])
      await expect(runJob(job, run, [film, list], { outputFormat: 'mp4', subtitles })).rejects.toMatchObject({
        id: 'unreadable_input',
      });
    const styled = join(dir, 'styled.ass');
    const event = 'Dialogue: 0,0:00:00.00,0:00:02.00,Default,,0,0,0,,{\\an8\\fs60}WWWW';
    await writeFile(
      styled,
      `[Script Info]\nPlayResX: 384\nPlayResY: 288\n[V4+ Styles]\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${event}\n`,
    );
    const dark = makeMedia(
      join(dir, 'night.mp4'),
      '-f',
      'lavfi',
      '-i',
      'color=black:d=0.5:s=160x90:r=10',
      ...fast,
    );
    await using burned = await runJob(job, run, [dark, styled], { outputFormat: 'mp4', subtitles: 'burn' });
    expect(readColour(burned.outputs[0]!.path, 0.2, 'crop=160:30:0:0,format=gray')[0]).toBeGreaterThan(10);
  });
  beforeAll(() => writeFile(join(dir, 'late.srt'), '1\n00:00:01,000 --> 00:00:02,000\nWWWWWWWWWW\n'));
});

describe('a target size', () => {
  const targets: [outputFormat: string, bytes: number][] = [
    ['mp4', 40_000],
    ['gif', 20_000],
  ];
  it.each(takeSome(targets, 1))(
    'for %s of %i bytes is met closely and not exceeded',
    async (outputFormat, targetBytes) => {
      await using result = await convert(film, { outputFormat, targetBytes, subtitles: 'none' });
      const { size } = await stat(result.outputs[0]!.path);
      expect(size).toBeLessThanOrEqual(targetBytes);
      expect(size).toBeGreaterThan(targetBytes * (outputFormat === 'gif' ? 0.8 : 0.95));
    },
  );

  it('that cannot be reached fails', async () => {
    await expect(convert(film, { outputFormat: 'mp4', targetBytes: 2000 })).rejects.toMatchObject({
      id: 'target_too_small',
    });
  });
});

describe('a damaged or hostile file', () => {
  it('that is truncated gives what is there, with a warning', async () => {
    const cut = join(dir, 'cut.mkv');
    await writeFile(cut, await readFile(film));
    await truncate(cut, Math.round((await stat(film)).size * 0.6));
    await using result = await convert(cut, { outputFormat: 'mp4' });
    expect(result.warnings).toContainEqual({ code: 'damaged_input' });
    expect(Number(probeFile(result.outputs[0]!.path).format.duration)).toBeGreaterThan(0.3);
  });

  it('without a picture fails with a reason', async () => {
    const sound = makeMedia(join(dir, 'sound.mp4'), '-f', 'lavfi', '-i', describeTones([440], 0.2));
    await expect(convert(sound, { outputFormat: 'mp4' })).rejects.toMatchObject({ id: 'picture_missing' });
    await writeFile(join(dir, 'noise.mp4'), Buffer.alloc(2000, 'ftyp'));
    await expect(convert(join(dir, 'noise.mp4'), { outputFormat: 'mp4' })).rejects.toMatchObject({
      id: 'unreadable_input',
    });
  });

  it('does not make the job open files or addresses it refers to', async () => {
    let asked = 0;
    const server = createServer((_, response) => response.end(String(++asked))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.ts`;
    const lists = [
      ['list.ts', `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${address}\n#EXT-X-ENDLIST\n`],
      ['list.mkv', `#EXTM3U\n#EXTINF:1,\nfile://${film}\n#EXT-X-ENDLIST\n`],
      ['list.mp4', `ffconcat version 1.0\nfile '${film}'\n`],
      ['list.avi', `<?xml version="1.0"?><MPD><Period><BaseURL>${address}</BaseURL></Period></MPD>`],
      ['list.gif', `<svg xmlns="http://www.w3.org/2000/svg"><image href="${address}"/></svg>`],
    ] as const;
    for (const [name, text] of lists) {
      await writeFile(join(dir, name), text);
      await expect(convert(join(dir, name), { outputFormat: 'mp4' }), name).rejects.toMatchObject({
        name: 'JobFailure',
      });
    }
    server.close();
    expect(asked).toBe(0);
  });
});

it('refuses options that conflict', () => {
  expect(refuse({ outputFormat: 'gif', codec: 'h264' })).toThrow('no meaning for gif');
  expect(refuse({ outputFormat: 'webm', codec: 'h264' })).toThrow('must be one of vp9');
  expect(refuse({ outputFormat: 'mp4', crf: 60 })).toThrow('51 or less');
  expect(refuse({ outputFormat: 'mp4', crf: 20, bitrate: 500 })).toThrow('cannot be combined');
  expect(refuse({ outputFormat: 'mov', codec: 'prores', crf: 20 })).toThrow('no meaning for prores');
  expect(refuse({ outputFormat: 'mp4', codec: 'copy', width: 100 })).toThrow('changes the picture');
});
