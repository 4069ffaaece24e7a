import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runsAll, takeSome } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import {
  describeTones,
  makeLocked,
  makeMedia,
  measureAmplitude,
  readChannels,
} from '../../../engines/ffmpeg/testing/make-media.ts';
import { measureLoudness, probeFile } from '../testing/look-at.ts';
import { job } from './job.ts';
import { run } from './run.ts';

let dir: string;
/** Two tones, a second and a half, with tags and a cover. */
let song: string;
/** A video with two sound tracks, of which the second is marked as default. */
let film: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-audio-'));
  const cover = makeMedia(join(dir, 'cover.png'), '-f', 'lavfi', '-i', 'color=red:s=32x32', '-frames:v', '1');
  song = makeMedia(
    join(dir, 'song.flac'),
    ...['-f', 'lavfi', '-i', describeTones([440, 1000], 1.5), '-i', cover, '-map', '0', '-map', '1'],
    ...[
      '-disposition:v',
      'attached_pic',
      '-metadata',
      'title=Tones',
      '-metadata',
      'artist=A Band',
      '-sample_fmt',
      's16',
    ],
  );
  film = makeMedia(
    join(dir, 'film.mkv'),
    ...['-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64', '-f', 'lavfi', '-i', describeTones([440], 1)],
    ...['-f', 'lavfi', '-i', describeTones([1000], 1), '-map', '0', '-map', '1', '-map', '2'],
    ...['-disposition:a:0', '0', '-disposition:a:1', 'default'],
  );
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const convert = (file: string, options: Record<string, unknown>) => runJob(job, run, file, options);
const refuse = (options: Record<string, unknown>) => () =>
  job.resolve({ input: 'flac', options: options as never });

describe('each format', () => {
  const formats = [
    ['mp3', 'mp3', 'mp3', true],
    ['m4a', 'aac', 'mov,mp4,m4a,3gp,3g2,mj2', true],
    ['aac', 'aac', 'aac', false],
    ['ogg', 'vorbis', 'ogg', false],
    ['opus', 'opus', 'ogg', false],
    ['flac', 'flac', 'flac', true],
    ['wav', 'pcm_s16le', 'wav', false],
    ['aiff', 'pcm_s16be', 'aiff', true],
  ] as const;
  it.each(takeSome(formats, 2))(
    '%s keeps both channels, the length, the tags, and the cover if it can',
    async (format, codec, container, hasCover) => {
      await using result = await convert(song, { outputFormat: format });
      const [output] = result.outputs;
      expect(output).toMatchObject({ filename: `song.${format}`, format, metadata: { channels: 2 } });
      const { format: file, streams } = probeFile(output!.path);
      const sound = streams.find(stream => stream.codec_type === 'audio');
      expect([file.format_name, sound?.codec_name]).toEqual([container, codec]);
      expect(streams.some(stream => stream.codec_type === 'video')).toBe(hasCover);
      expect(result.warnings).toEqual(hasCover ? [] : [{ code: 'content_dropped' }]);
      const tags = Object.fromEntries(
        Object.entries({ ...sound?.tags, ...file.tags }).map(([name, value]) => [name.toLowerCase(), value]),
      );
      if (format !== 'aac') expect(tags).toMatchObject({ title: 'Tones', artist: 'A Band' });
      const rate = Number(sound?.sample_rate);
      const [left, right] = readChannels(output!.path, 2);
      expect(Math.abs(left!.length / rate - 1.5)).toBeLessThan(0.1);
      expect(measureAmplitude(left!, 440, rate)).toBeCloseTo(0.5, 1);
      expect(measureAmplitude(left!, 1000, rate)).toBeLessThan(0.01);
      expect(measureAmplitude(right!, 1000, rate)).toBeCloseTo(0.5, 1);
      expect(result.progress.at(-1)).toBeGreaterThan(90);
    },
  );

  it.runIf(runsAll)('removes tags and cover on request', async () => {
    await using result = await convert(song, { outputFormat: 'mp3', keepMetadata: false });
    const { format, streams } = probeFile(result.outputs[0]!.path);
    expect(format.tags ?? {}).toEqual({});
    expect(streams).toHaveLength(1);
  });

  it.runIf(runsAll)('keeps 24 bits and 96 kHz if the format supports them', async () => {
    const fine = makeMedia(
      join(dir, 'fine.wav'),
      '-f',
      'lavfi',
      '-i',
      describeTones([440], 0.3, 96_000),
      '-c:a',
      'pcm_s24le',
    );
    await using flac = await convert(fine, { outputFormat: 'flac' });
    expect(probeFile(flac.outputs[0]!.path).streams[0]).toMatchObject({
      sample_rate: '96000',
      bits_per_raw_sample: '24',
    });
    await using mp3 = await convert(fine, { outputFormat: 'mp3' });
    expect(probeFile(mp3.outputs[0]!.path).streams[0]).toMatchObject({ sample_rate: '48000' });
  });

  it('keeps the channels of 5.1, and downmixes them for MP3 or on request', async () => {
    const surround = makeMedia(
      join(dir, '51.flac'),
      ...['-f', 'lavfi', '-i', `${describeTones([300, 400, 500, 60, 600, 700], 0.5)}:c=5.1`],
    );
    for (const [format, channels] of [
      ['opus', 6],
      ['mp3', 2],
      ...(runsAll ? [['m4a', 6] as const, ['ogg', 6] as const] : []),
    ] as const) {
      await using result = await convert(surround, { outputFormat: format });
      expect(probeFile(result.outputs[0]!.path).streams[0]).toMatchObject({ channels });
    }
    await using mono = await convert(surround, { outputFormat: 'wav', channels: 1 });
    const [only] = readChannels(mono.outputs[0]!.path, 1);
    for (const frequency of [300, 400, 500])
      expect(measureAmplitude(only!, frequency, 44_100)).toBeGreaterThan(0.1);
  });

  it('converts stereo to mono at the same level, also in formats of floating point', async () => {
    const loud = makeMedia(
      join(dir, 'loud.wav'),
      ...['-f', 'lavfi', '-i', `${describeTones([440, 440], 0.5)}:c=stereo`, '-c:a', 'pcm_f32le'],
    );
    await using result = await convert(loud, { outputFormat: 'ogg', channels: 1 });
    const [only] = readChannels(result.outputs[0]!.path, 1);
    expect(measureAmplitude(only!, 440, 44_100)).toBeCloseTo(0.5, 1);
  });

  it.runIf(runsAll)('converts mono to stereo at the same level', async () => {
    await using result = await convert(film, { outputFormat: 'wav', channels: 2 });
    const [left, right] = readChannels(result.outputs[0]!.path, 2);
    expect(measureAmplitude(left!, 1000, 44_100)).toBeCloseTo(0.5, 1);
    expect(left).toEqual(right);
  });

  it.runIf(runsAll)('applies the requested bit rate or quality', async () => {
    const sizes = await Promise.all(
      [{ bitrate: 64 }, { bitrate: 256 }, { quality: 10 }, { quality: 100 }].map(async options => {
        await using result = await convert(song, { outputFormat: 'mp3', keepMetadata: false, ...options });
        return (await readFile(result.outputs[0]!.path)).length;
      }),
    );
    expect(sizes[0]! / (64_000 / 8)).toBeCloseTo(1.5, 0);
    expect(sizes[1]! / (256_000 / 8)).toBeCloseTo(1.5, 0);
    expect(sizes[3]! / sizes[2]!).toBeGreaterThan(1.5);
  });

  it.each(
    takeSome(
      [
        [{ bitrate: 512, channels: 1 }, 240_000],
        [{ bitrate: 8, channels: 2 }, 45_000],
      ] as const,
      1,
    ),
  )('writes ogg with the bit rate that Vorbis has nearest to that of %j', async (options, bitrate) => {
    await using result = await convert(song, { outputFormat: 'ogg', keepMetadata: false, ...options });
    expect(probeFile(result.outputs[0]!.path).streams[0]).toMatchObject({ bit_rate: String(bitrate) });
  });

  it('lowers the sample rate for ogg to one at which Vorbis has bit rates', async () => {
    const fine = makeMedia(join(dir, 'fine.wav'), '-f', 'lavfi', '-i', 'sine=440:r=96000:d=0.1');
    await using result = await convert(fine, { outputFormat: 'ogg', bitrate: 128 });
    expect(result.outputs[0]!.metadata).toMatchObject({ sampleRate: 48_000 });
  });
});

describe('a part of the recording', () => {
  it('starts and ends exactly at the requested samples', async () => {
    const steps = makeMedia(
      join(dir, 'steps.mp3'),
      ...['-f', 'lavfi', '-i', 'aevalsrc=0.5*sin(2*PI*t*(300+300*floor(t))):s=44100:d=4', '-q:a', '0'],
    );
    await using result = await convert(steps, { outputFormat: 'wav', start: 1, end: 2.5 });
    const [signal] = readChannels(result.outputs[0]!.path, 1);
    expect(signal!.length).toBe(1.5 * 44_100);
    expect(measureAmplitude(signal!.subarray(4000, 40_000), 600, 44_100)).toBeGreaterThan(0.4);
    expect(measureAmplitude(signal!.subarray(46_000), 900, 44_100)).toBeGreaterThan(0.4);
  });

  it.runIf(runsAll)('fades in and out', async () => {
    await using result = await convert(song, { outputFormat: 'wav', fadeIn: 0.5, fadeOut: 0.5 });
    const [left] = readChannels(result.outputs[0]!.path, 2);
    const at = (second: number) =>
      measureAmplitude(left!.subarray(second * 44_100, (second + 0.1) * 44_100), 440, 44_100);
    expect(at(0)).toBeLessThan(0.12);
    expect(at(0.7)).toBeCloseTo(0.5, 1);
    expect(at(1.4)).toBeLessThan(0.12);
  });

  it.each(takeSome([2, 0.25], 1))('plays at %s times the speed at the same pitch', async speed => {
    await using result = await convert(song, { outputFormat: 'wav', speed });
    const [left] = readChannels(result.outputs[0]!.path, 2);
    expect(left!.length / 44_100).toBeCloseTo(1.5 / speed, 0);
    expect(result.outputs[0]!.metadata).toMatchObject({ seconds: expect.closeTo(1.5 / speed, 0) });
    // A stretched tone slips in phase, so it is measured in short pieces.
    expect(measureAmplitude(left!.subarray(20_000, 22_000), 440, 44_100)).toBeGreaterThan(0.35);
  });

  it.runIf(runsAll)('beyond the end fails', async () => {
    await expect(convert(song, { outputFormat: 'mp3', start: 5 })).rejects.toMatchObject({
      id: 'start_beyond_end',
    });
  });
});

describe('loudness', () => {
  it.each(takeSome([-23, -16, -9], 1))('is %s LUFS, with peaks below -1 dBTP', async loudness => {
    const file = makeMedia(
      join(dir, 'uneven.wav'),
      // Short beats far louder than the tone between them.
      ...['-f', 'lavfi', '-i', 'aevalsrc=(0.05+0.6*lt(mod(t\\,0.5)\\,0.02))*sin(2*PI*500*t):s=48000:d=4'],
    );
    await using result = await convert(file, { outputFormat: 'flac', loudness });
    const measured = measureLoudness(result.outputs[0]!.path);
    expect(Math.abs(measured.integrated - loudness)).toBeLessThan(0.5);
    expect(measured.peak).toBeLessThanOrEqual(-0.9);
  });

  it.runIf(runsAll)('of silence is unchanged', async () => {
    const silent = makeMedia(join(dir, 'silent.wav'), '-f', 'lavfi', '-i', 'anullsrc=d=1:r=44100:cl=mono');
    await using result = await convert(silent, { outputFormat: 'wav', loudness: -16 });
    expect(readChannels(result.outputs[0]!.path, 1)[0]!.every(value => value === 0)).toBe(true);
  });
});

describe('the sound of a video', () => {
  it('is the default track, or the requested one', async () => {
    for (const [options, frequency] of [
      [{}, 1000],
      [{ track: 1 }, 440],
    ] as const) {
      await using result = await convert(film, { outputFormat: 'm4a', ...options });
      expect(result.outputs[0]!.metadata).toMatchObject({ tracks: 2 });
      const warning = { code: 'content_dropped', detail: 'other_tracks' };
      expect(result.warnings).toEqual('track' in options ? [] : [warning]);
      expect(
        measureAmplitude(readChannels(result.outputs[0]!.path, 1)[0]!, frequency, 44_100),
      ).toBeGreaterThan(0.4);
    }
    await expect(convert(film, { outputFormat: 'mp3', track: 3 })).rejects.toMatchObject({
      id: 'track_missing',
    });
  });

  it.each(takeSome(['ts', 'avi', 'wmv', 'flv', 'mpg'], 1))('is read from %s', async format => {
    const path = makeMedia(
      join(dir, `old.${format}`),
      ...['-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64:r=25', '-f', 'lavfi', '-i', describeTones([440], 1)],
    );
    await using result = await convert(path, { outputFormat: 'wav' });
    expect(measureAmplitude(readChannels(result.outputs[0]!.path, 1)[0]!, 440, 44_100)).toBeGreaterThan(0.4);
  });
});

describe('a damaged or unusual file', () => {
  it('gives what can be read, with a warning', async () => {
    const path = makeMedia(join(dir, 'cut.flac'), '-f', 'lavfi', '-i', `${describeTones([440], 3)}`);
    const bytes = await readFile(path);
    const middle = Math.floor(bytes.length / 2);
    bytes.fill(0xaa, middle, middle + 2000);
    await writeFile(path, bytes);
    await using result = await convert(path, { outputFormat: 'wav' });
    expect(result.warnings).toEqual([{ code: 'damaged_input' }]);
    expect(readChannels(result.outputs[0]!.path, 1)[0]!.length).toBeGreaterThan(2 * 44_100);
  });

  it('fails with a reason', async () => {
    const mute = makeMedia(join(dir, 'mute.mp4'), '-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64');
    await expect(convert(mute, { outputFormat: 'mp3' })).rejects.toMatchObject({ id: 'sound_missing' });
    await expect(convert(makeLocked(join(dir, 'locked.m4a')), { outputFormat: 'mp3' })).rejects.toMatchObject(
      { id: 'bought_and_locked' },
    );
    const empty = join(dir, 'empty.mp3');
    await writeFile(empty, '');
    await expect(convert(empty, { outputFormat: 'wav' })).rejects.toMatchObject({ id: 'unreadable_input' });
  });
});

it('refuses options that conflict', () => {
  expect(refuse({ outputFormat: 'mp3', bitrate: 128, quality: 50 })).toThrow('cannot be combined');
  expect(refuse({ outputFormat: 'flac', bitrate: 128 })).toThrow('no meaning for flac');
  expect(refuse({ outputFormat: 'mp3', bitrate: 400 })).toThrow('320');
  expect(refuse({ outputFormat: 'opus', sampleRate: 44_100 })).toThrow(
    'cannot be 44100 for opus: set it to 48000',
  );
  expect(refuse({ outputFormat: 'ogg', sampleRate: 96_000, bitrate: 128 })).toThrow('options.quality');
  expect(refuse({ outputFormat: 'mp3', channels: 6 })).toThrow('2 or less');
  expect(refuse({ outputFormat: 'mp3', start: 3, end: 3 })).toThrow('later');
});
