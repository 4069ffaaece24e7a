import { once } from 'node:events';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFile, hasCorpus } from '../../../tests/support/corpus.ts';
import { runsAll, takeSome } from '../../../tests/support/needs.ts';
import type { FormatId } from '../../formats/formats.ts';
import { soundFormats } from '../../formats/formats.ts';
import { listTree, readProc } from '../../worker/sandbox/process-tree.ts';
import { ProgramFailure } from '../program.ts';
import { decodeSound, inspectSound, openEncoder, resampleSound, type Samples } from './engine.ts';
import { fillGaps } from './fill-gaps.ts';
import {
  describeTones,
  makeLocked,
  makeMedia,
  measureAmplitude,
  readChannels,
  splitChannels,
  writeChannels,
} from './testing/make-media.ts';
import { toUnreadable } from './unreadable.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-ffmpeg-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function gather(samples: Samples, channels: number): Promise<Float32Array[]> {
  const parts: Buffer[] = [];
  for await (const { buffer, byteOffset, byteLength } of samples)
    parts.push(Buffer.from(buffer, byteOffset, byteLength));
  const bytes = new Uint8Array(Buffer.concat(parts));
  return splitChannels(new Float32Array(bytes.buffer), channels);
}

/**
 * Lists the most memory that each FFmpeg below this process has had so far. One that has ended and is still listed has
 * none.
 */
const ffmpegMb = (): number[] =>
  listTree(process.pid).flatMap(pid => {
    const status = readProc(`/proc/${pid}/status`) ?? '';
    const most = /^VmHWM:\s+(\d+)/m.exec(status)?.[1];
    return status.startsWith('Name:\tffmpeg') && most ? [Number(most) / 1024] : [];
  });

async function read(path: string, format: FormatId, options: { rate?: number; channels?: 1 | 2 } = {}) {
  const sound = await inspectSound({ path, format }, dir);
  const channels = await gather(
    decodeSound({ path, format }, sound, { dir, ...options }),
    options.channels ?? sound.channels,
  );
  return { sound, channels };
}

/** Makes a file of the same tones for each name, with one start of FFmpeg. */
function makeEach(tones: string, files: Record<string, string[]>): void {
  const outputs = Object.entries(files).flatMap(([name, args]) => [...args, join(dir, name)]);
  makeMedia(outputs.at(-1)!, '-f', 'lavfi', '-i', tones, ...outputs.slice(0, -1));
}

describe('each format', () => {
  const codecs: Partial<Record<FormatId, string[]>> = {
    aac: ['-c:a', 'aac'],
    opus: ['-c:a', 'libopus'],
    webm: ['-c:a', 'libopus'],
  };
  beforeAll(() =>
    makeEach(
      describeTones([440, 1000], 1, 48_000),
      Object.fromEntries(soundFormats.map(format => [`a.${format}`, codecs[format] ?? []])),
    ),
  );

  it.each(takeSome(soundFormats, 3))(
    'reads %s: both channels, their samples and the duration',
    async format => {
      const { sound, channels } = await read(join(dir, `a.${format}`), format);
      expect(sound).toMatchObject({ rate: 48_000, channels: 2, track: 1, tracks: 1, hasVideo: false });
      expect(Math.abs(sound.seconds - 1)).toBeLessThan(0.1);
      expect(Math.abs(channels[0]!.length / 48_000 - 1)).toBeLessThan(0.1);
      expect(measureAmplitude(channels[0]!, 440, 48_000)).toBeCloseTo(0.5, 1);
      expect(measureAmplitude(channels[0]!, 1000, 48_000)).toBeLessThan(0.01);
      expect(measureAmplitude(channels[1]!, 1000, 48_000)).toBeCloseTo(0.5, 1);
    },
  );
});

describe('decoding', () => {
  const depths = [
    ['8 bits', 'pcm_u8', 16],
    ...(runsAll
      ? ([
          ['32 bits', 'pcm_s32le', 24],
          ['floating point', 'pcm_f32le', 32],
          ['16 bits', 'pcm_s16le', 16],
          ['24 bits', 'pcm_s24le', 24],
          ['64-bit floating point', 'pcm_f64le', 32],
        ] as const)
      : []),
  ] as const;
  const rates = [192_000, ...(runsAll ? [8000, 11_025, 96_000] : [])];
  beforeAll(() =>
    makeEach(describeTones([440], 1), {
      ...Object.fromEntries(depths.map(([, codec]) => [`${codec}.wav`, ['-c:a', codec]])),
      ...Object.fromEntries(rates.map(rate => [`rate-${rate}.wav`, ['-ar', String(rate)]])),
    }),
  );

  it.each(depths)('reads a WAV of %s', async (_, codec, depth) => {
    const { sound, channels } = await read(join(dir, `${codec}.wav`), 'wav');
    expect(sound.depth).toBe(depth);
    expect(channels[0]).toHaveLength(44_100);
    expect(measureAmplitude(channels[0]!, 440, 44_100)).toBeCloseTo(0.5, 2);
  });

  it.each(rates)('reads a sample rate of %i and resamples on request', async rate => {
    const path = join(dir, `rate-${rate}.wav`);
    const { sound, channels } = await read(path, 'wav');
    expect(sound.rate).toBe(rate);
    expect(Math.abs(channels[0]!.length - rate)).toBeLessThanOrEqual(32);
    const other = await gather(
      decodeSound({ path, format: 'wav' }, sound, { dir, rate: 16_000, channels: 1 }),
      1,
    );
    expect(Math.abs(other[0]!.length - 16_000)).toBeLessThanOrEqual(32);
    expect(measureAmplitude(other[0]!, 440, 16_000)).toBeCloseTo(0.5, 1);
  });

  it('reads the six channels of 5.1 in order and downmixes them on request', async () => {
    const frequencies = [300, 400, 500, 60, 600, 700];
    const path = makeMedia(
      join(dir, '51.flac'),
      '-f',
      'lavfi',
      '-i',
      `${describeTones(frequencies, 1)}:c=5.1`,
    );
    const { sound, channels } = await read(path, 'flac');
    expect(sound).toMatchObject({ channels: 6, layout: '5.1' });
    for (const [at, frequency] of frequencies.entries())
      expect(measureAmplitude(channels[at]!, frequency, 44_100)).toBeCloseTo(0.5, 2);
    const [mono] = await gather(decodeSound({ path, format: 'flac' }, sound, { dir, channels: 1 }), 1);
    for (const frequency of [300, 400, 500])
      expect(measureAmplitude(mono!, frequency, 44_100)).toBeGreaterThan(0.1);
  });

  it.each(runsAll ? [3, 4, 5, 6, 7, 8] : [8])('reads %i unnamed channels in order', async count => {
    const channels = Array.from({ length: count }, (_, at) =>
      new Float32Array(8000).map(
        (_, frame) => 0.5 * Math.sin((2 * Math.PI * (200 + 50 * at) * frame) / 8000),
      ),
    );
    const path = writeChannels(join(dir, `unnamed-${count}.wav`), channels, 8000);
    const found = await read(path, 'wav');
    expect(found.sound.channels).toBe(count);
    for (const [at, channel] of found.channels.entries())
      expect(measureAmplitude(channel, 200 + 50 * at, 8000)).toBeCloseTo(0.5, 3);
  });

  it.runIf(runsAll)(
    'picks the default track among several, otherwise the first, and reports which',
    async () => {
      const two = [
        '-f',
        'lavfi',
        '-i',
        'testsrc=d=1:s=64x64',
        '-f',
        'lavfi',
        '-i',
        describeTones([440], 1),
        '-f',
        'lavfi',
      ];
      const maps = ['-i', describeTones([1000], 1), '-map', '0:v', '-map', '1:a', '-map', '2:a'];
      const second = [
        '-metadata:s:a:1',
        'language=deu',
        '-disposition:a:0',
        '0',
        '-disposition:a:1',
        'default',
      ];
      const path = makeMedia(join(dir, 'second.mkv'), ...two, ...maps, ...second);
      const { sound, channels } = await read(path, 'mkv');
      expect(sound).toMatchObject({ stream: 2, track: 2, tracks: 2, language: 'deu', hasVideo: true });
      expect(measureAmplitude(channels[0]!, 1000, 44_100)).toBeGreaterThan(0.4);
      const none = ['-disposition:a:0', '0', '-disposition:a:1', '0'];
      const plain = await read(makeMedia(join(dir, 'first.mp4'), ...two, ...maps, ...none), 'mp4');
      expect(plain.sound).toMatchObject({ stream: 1, track: 1, tracks: 2 });
      expect(measureAmplitude(plain.channels[0]!, 440, 44_100)).toBeGreaterThan(0.4);
    },
  );

  it.runIf(runsAll)('keeps the sound of a video in sync if it starts later than the picture', async () => {
    const late = [
      '-f',
      'lavfi',
      '-i',
      'testsrc=d=2:s=64x64',
      '-itsoffset',
      '0.5',
      '-f',
      'lavfi',
      '-i',
      describeTones([440], 1),
    ];
    const file = {
      path: makeMedia(join(dir, 'late.mkv'), ...late, '-c:a', 'flac'),
      format: 'mkv' as const,
    };
    const sound = await inspectSound(file, dir);
    const [plain] = await gather(decodeSound(file, sound, { dir }), 1);
    const [filled] = await gather(decodeSound(file, sound, { dir, fillGaps: true }), 1);
    expect(plain!.length).toBe(44_100);
    expect(filled!.length / 44_100).toBeCloseTo(1.5, 2);
    expect(filled!.subarray(0, 22_000).every(value => value === 0)).toBe(true);
  });

  it.runIf(runsAll)('fills an hour-long gap without holding it in memory', async () => {
    // The sound after the pause is more than pipes hold, so FFmpeg is still running while the pause is read.
    const [seconds, rate] = [30, 16_000];
    const tone = makeMedia(
      join(dir, 'tone.mkv'),
      '-f',
      'lavfi',
      '-i',
      describeTones([440], seconds, rate),
      '-c:a',
      'flac',
    );
    const later = ['PTS', 'DTS'].map(
      each => `${each.toLowerCase()}=if(gte(${each}\\,1000)\\,${each}+3600000\\,${each})`,
    );
    const bitstream = ['-c', 'copy', '-bsf:a', `setts=${later.join(':')}`];
    const long = {
      path: makeMedia(join(dir, 'pause.mkv'), '-i', tone, ...bitstream),
      format: 'mkv' as const,
    };
    const sound = await inspectSound(long, dir);
    expect(sound.seconds).toBeCloseTo(seconds, 0);
    const loud = new Set<number>();
    let [frames, most] = [0, 0];
    for await (const part of decodeSound(long, sound, { dir, fillGaps: true })) {
      const isLoud = part.some((value, at) => at % 7 === 0 && Math.abs(value) > 0.4);
      if (isLoud) loud.add(Math.floor(frames / rate));
      else if (frames % (600 * rate) < rate) most = Math.max(most, ...ffmpegMb());
      frames += part.length;
    }
    expect(frames / rate).toBeCloseTo(3600 + seconds, 1);
    expect([...loud]).toEqual([0, ...Array.from({ length: seconds - 1 }, (_, index) => 3601 + index)]);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(200);
  });

  it.runIf(runsAll)('drops overlapping sound and tolerates slightly wrong timestamps', async () => {
    const second = (from: number) => Buffer.from(new Float32Array(1000).fill(from).buffer);
    async function* track() {
      for (const [milliseconds, value] of [
        [20, 1],
        [1050, 2],
        [1500, 3],
      ] as const)
        yield { milliseconds, bytes: second(value) };
    }
    const [all] = await gather(fillGaps(track(), { rate: 1000, channels: 1 }), 1);
    const found = [0, 1, 2, 3].map(value => all!.filter(each => each === value).length);
    expect(found).toEqual([20, 1000, 1000, 480]);
  });

  it('reads what is left of a truncated file', async () => {
    const path = makeMedia(join(dir, 'cut.mp3'), '-f', 'lavfi', '-i', describeTones([440], 4));
    await truncate(path, 20_000);
    const { sound, channels } = await read(path, 'mp3');
    expect(channels[0]!.length).toBeGreaterThan(44_100);
    expect(channels[0]!.length).toBeLessThan(3 * 44_100);
    expect(sound.seconds).toBeCloseTo(channels[0]!.length / 44_100, 0);
    const wav = makeMedia(join(dir, 'cut.wav'), '-f', 'lavfi', '-i', describeTones([440], 2));
    await truncate(wav, 88_201);
    expect((await read(wav, 'wav')).sound.seconds).toBeCloseTo(1, 1);
  });

  it.runIf(runsAll)('reads a tenth of a second of sound, and silence', async () => {
    const short = makeMedia(join(dir, 'short.wav'), '-f', 'lavfi', '-i', describeTones([440], 0.1));
    expect((await read(short, 'wav')).channels[0]).toHaveLength(4410);
    const silent = makeMedia(join(dir, 'silent.flac'), '-f', 'lavfi', '-i', 'anullsrc=d=1:r=44100:cl=mono');
    expect((await read(silent, 'flac')).channels[0]!.every(value => value === 0)).toBe(true);
  });
});

describe('a file without usable sound fails', () => {
  it('as unreadable whatever FFmpeg prints, unless FFmpeg was killed', () => {
    const failed = new ProgramFailure('ffmpeg', 1, null, 'title: SIGKILL');
    expect(toUnreadable(failed)).toMatchObject({ reason: 'unreadable_input' });
    const killed = new ProgramFailure('ffmpeg', null, 'SIGKILL', '');
    expect(toUnreadable(killed)).toBe(killed);
  });

  it('without a sound track', async () => {
    const path = makeMedia(join(dir, 'mute.mp4'), '-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64');
    await expect(read(path, 'mp4')).rejects.toMatchObject({ reason: 'unsupported_content' });
  });

  it.runIf(runsAll)('with only a header', async () => {
    const path = makeMedia(
      join(dir, 'header.wav'),
      '-f',
      'lavfi',
      '-i',
      describeTones([440], 1),
      '-bitexact',
    );
    await writeFile(path, (await readFile(path)).subarray(0, 44));
    await expect(read(path, 'wav')).rejects.toMatchObject({ reason: 'unsupported_content' });
  });

  it('if the index of an MP4 is cut off', async () => {
    const path = makeMedia(join(dir, 'cut.m4a'), '-f', 'lavfi', '-i', describeTones([440], 3));
    await truncate(path, 12_000);
    await expect(read(path, 'm4a')).rejects.toMatchObject({ reason: 'unreadable_input' });
  });

  it.runIf(runsAll)('with an impossible sample rate', async () => {
    const path = makeMedia(join(dir, 'slow.wav'), '-f', 'lavfi', '-i', describeTones([440], 1), '-bitexact');
    const bytes = await readFile(path);
    for (const rate of [1, 3999, 768_001]) {
      bytes.writeUInt32LE(rate, 24);
      await writeFile(path, bytes);
      await expect(read(path, 'wav')).rejects.toMatchObject({
        reason: 'unsupported_content',
        detail: `the sound has ${rate} samples a second; 4000 to 768000 can be worked on`,
      });
    }
  });

  it.runIf(runsAll)('with more than eight channels', async () => {
    const path = makeMedia(join(dir, 'nine.wav'), '-f', 'lavfi', '-i', describeTones(Array(9).fill(440), 1));
    await expect(read(path, 'wav')).rejects.toMatchObject({
      reason: 'unsupported_content',
      detail: 'the sound has 9 channels; 8 is the most that can be worked on',
    });
  });

  it.runIf(runsAll)('if it is encrypted', async () => {
    const files = [makeLocked(join(dir, 'locked.m4a'))];
    if (hasCorpus) files.push(corpusFile('audio/tika__testMP4_drm.m4a'));
    for (const path of files)
      await expect(read(path, 'm4a')).rejects.toMatchObject({ reason: 'unsupported_content' });
  });

  it('without opening the files and addresses it refers to', async () => {
    let asked = 0;
    const server = createServer((_, response) => response.end(String(++asked))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/a.wav`;
    const secret = makeMedia(join(dir, 'secret.wav'), '-f', 'lavfi', '-i', describeTones([440], 1));
    const lists = [
      `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${address}\n#EXT-X-ENDLIST\n`,
      `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${secret}\n#EXT-X-ENDLIST\n`,
      `ffconcat version 1.0\nfile '${secret}'\n`,
      `<?xml version="1.0"?><MPD><Period><BaseURL>${address}</BaseURL></Period></MPD>`,
    ];
    // Each list is tried as one format, and with `TEST_ALL` as several.
    for (const [at, list] of lists.entries())
      for (const format of takeSome(
        soundFormats.filter((_, index) => index % lists.length === at),
        1,
      )) {
        const path = join(dir, `list-${at}.${format}`);
        await writeFile(path, list);
        await expect(read(path, format), `${format}: ${list}`).rejects.toMatchObject({ name: 'JobFailure' });
      }
    server.close();
    expect(asked).toBe(0);
  });
});

describe('encoding', () => {
  const sound = { rate: 44_100, channels: 2, layout: 'stereo', depth: 16 } as const;
  const second = new Float32Array(2 * 44_100).map((_, at) =>
    at % 2
      ? 0.25 * Math.sin((2 * Math.PI * 1000 * at) / 88_200)
      : 0.5 * Math.sin((2 * Math.PI * 440 * at) / 88_200),
  );

  it.each(['wav', 'flac', 'mp3'] as const)('writes %s that decodes to the same sound', async format => {
    const path = join(dir, `out.${format}`);
    const encoder = openEncoder({ dir, path, format, sound });
    for (let at = 0; at < second.length; at += 10_000) await encoder.write(second.subarray(at, at + 10_000));
    await encoder.close();
    const [left, right] = readChannels(path, 2);
    expect(left).toHaveLength(44_100);
    expect(measureAmplitude(left!, 440, 44_100)).toBeCloseTo(0.5, 2);
    expect(measureAmplitude(right!, 1000, 44_100)).toBeCloseTo(0.25, 2);
  });

  it.runIf(runsAll)('keeps six channels, 24 bits and 96 kHz if the format supports them', async () => {
    const wide = { rate: 96_000, channels: 6, layout: '5.1(side)', depth: 24 } as const;
    for (const format of ['wav', 'flac', 'mp3'] as const) {
      const path = join(dir, `wide.${format}`);
      const encoder = openEncoder({ dir, path, format, sound: wide });
      await encoder.write(new Float32Array(6 * 96_000).fill(0.1));
      await encoder.close();
      const found = await inspectSound({ path, format }, dir);
      if (format === 'mp3') expect(found).toMatchObject({ rate: 48_000, channels: 2 });
      else expect(found).toMatchObject({ rate: 96_000, channels: 6, layout: '5.1(side)', depth: 24 });
    }
  });
});

describe('resampling', () => {
  const rates: [from: number, to: number, channels: number][] = [
    [44_100, 48_000, 8],
    [192_000, 44_100, 7],
    [8000, 16_000, 32],
  ];
  if (runsAll) rates.push([48_000, 44_100, 8], [8000, 48_000, 3], [8000, 16_000, 12]);
  it.each(takeSome(rates, 2))(
    'from %i to %i and back preserves each of %i channels',
    async (from, to, channels) => {
      const sine = new Float32Array(channels * from).map(
        (_, at) =>
          0.5 * Math.sin((2 * Math.PI * (200 + 50 * (at % channels)) * Math.floor(at / channels)) / from),
      );
      async function* source() {
        for (let at = 0; at < sine.length; at += channels * 1000) yield sine.slice(at, at + channels * 1000);
      }
      const there = resampleSound(source(), { dir, channels, from, to });
      const back = await gather(resampleSound(there, { dir, channels, from: to, to: from }), channels);
      expect(Math.abs(back[0]!.length - from)).toBeLessThanOrEqual(1 + Math.ceil(from / to));
      let worst = 0;
      for (let c = 0; c < channels; c++)
        for (let at = 400; at < from - 400; at++)
          worst = Math.max(worst, Math.abs(back[c]![at]! - sine[at * channels + c]!));
      expect(worst).toBeLessThan(0.002);
    },
  );

  it('fails if its source fails, and closes its source if the reader stops', async () => {
    async function* failing() {
      yield new Float32Array(1000);
      throw new Error('broken');
    }
    const settings = { dir, channels: 1, from: 44_100, to: 48_000 };
    await expect(gather(resampleSound(failing(), settings), 1)).rejects.toThrow('broken');
    let closed = false;
    async function* endless() {
      try {
        for (;;) yield new Float32Array(10_000);
      } finally {
        closed = true;
      }
    }
    for await (const _ of resampleSound(endless(), settings)) break;
    await expect.poll(() => closed).toBe(true);
  });
});
