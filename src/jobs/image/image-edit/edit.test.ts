import { readFile } from 'node:fs/promises';
import { Value } from 'typebox/value';
import { afterAll, describe, expect, test } from 'vitest';
import { ownFile } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { parseApng } from '../codecs/apng.ts';
import { drawn, Fixtures, faded, frames, height, scene, width } from '../testing/fixtures.ts';
import { difference, pixelAt, type Rgba, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

const source = async () => fixtures.file('scene.png', await drawn().png().toBuffer());

/** The scene after some operations. */
async function edit(operations: object[], options: object = {}, path?: string): Promise<Rgba> {
  await using result = await runJob(job, run, path ?? (await source()), { operations, ...options });
  const [output] = result.outputs;
  const picture = await rgba(output!.path);
  expect(output!.metadata).toMatchObject({ width: picture.width, height: picture.height });
  return picture;
}

const alphasOf = ({ data }: Rgba) => data.filter((_, at) => at % 4 === 3);

/** The scene with each pixel taken from elsewhere. */
async function moved(w: number, h: number, from: (x: number, y: number) => [number, number]): Promise<Rgba> {
  const data = Buffer.alloc(w * h * 3);
  const all = scene();
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const [fromX, fromY] = from(x, y);
      all.copy(data, (y * w + x) * 3, (fromY * width + fromX) * 3, (fromY * width + fromX) * 3 + 3);
    }
  return rgba(
    await sharp(data, { raw: { width: w, height: h, channels: 3 } })
      .png()
      .toBuffer(),
  );
}

describe('operations that only move pixels', () => {
  test.each([
    [
      'crop',
      [{ type: 'crop', left: 10, top: 20, width: 30, height: 40 }],
      30,
      40,
      (x: number, y: number) => [x + 10, y + 20],
    ],
    [
      'rotate 90',
      [{ type: 'rotate', angle: 90 }],
      height,
      width,
      (x: number, y: number) => [y, height - 1 - x],
    ],
    [
      'rotate 180',
      [{ type: 'rotate', angle: 180 }],
      width,
      height,
      (x: number, y: number) => [width - 1 - x, height - 1 - y],
    ],
    [
      'rotate -90',
      [{ type: 'rotate', angle: -90 }],
      height,
      width,
      (x: number, y: number) => [width - 1 - y, x],
    ],
    ['flip', [{ type: 'flip' }], width, height, (x: number, y: number) => [width - 1 - x, y]],
    [
      'flip vertical',
      [{ type: 'flip', direction: 'vertical' }],
      width,
      height,
      (x: number, y: number) => [x, height - 1 - y],
    ],
    [
      'rotate then crop',
      [
        { type: 'rotate', angle: 90 },
        { type: 'crop', width: 20, height: 10 },
      ],
      20,
      10,
      (x: number, y: number) => [y, height - 1 - x],
    ],
    [
      'crop then rotate',
      [
        { type: 'crop', width: 20, height: 10 },
        { type: 'rotate', angle: 90 },
      ],
      10,
      20,
      (x: number, y: number) => [y, 9 - x],
    ],
    ['flip, flip', [{ type: 'flip' }, { type: 'flip' }], width, height, (x: number, y: number) => [x, y]],
  ] as [string, object[], number, number, (x: number, y: number) => [number, number]][])(
    '%s',
    async (_name, operations, w, h, from) => {
      expect(difference(await edit(operations), await moved(w, h, from))).toBe(0);
    },
  );
});

describe('operations that change pixels', () => {
  test('rotation by any angle fills corners with transparency or a colour', async () => {
    const clear = await edit([{ type: 'rotate', angle: 30 }]);
    expect(clear.width).toBeGreaterThan(width);
    expect(pixelAt(clear, 0, 0)[3]).toBe(0);
    const red = await edit([{ type: 'rotate', angle: 30, background: '#ff0000' }]);
    expect(pixelAt(red, 0, 0)).toEqual([255, 0, 0, 255]);
    const white = await edit([{ type: 'rotate', angle: 30 }], { outputFormat: 'jpeg', quality: 100 });
    expect(Math.min(...pixelAt(white, 0, 0))).toBeGreaterThan(250);
  });

  test('grayscale leaves one channel', async () => {
    await using result = await runJob(job, run, await source(), { operations: [{ type: 'grayscale' }] });
    expect(await sharp(result.outputs[0]!.path).metadata()).toMatchObject({ channels: 1 });
    const [r, g, b] = pixelAt(await rgba(result.outputs[0]!.path), 5, 5);
    expect(r).toBe(g);
    expect(g).toBe(b);
  });

  test('grayscale keeps transparency, also of frames', async () => {
    const path = await fixtures.file('faded-colours.png', await faded().png().toBuffer());
    const still = await edit([{ type: 'grayscale' }], {}, path);
    expect(alphasOf(still)).toEqual(alphasOf(await rgba(path)));
    const gif = await (await frames(['#ff0000', '#00000000'], 20)).gif().toBuffer();
    const clip = await fixtures.file('half-clear.gif', gif);
    const operations = [{ type: 'grayscale' }, { type: 'crop', width: 9, height: 9 }];
    for (const outputFormat of ['gif', 'webp', 'png']) {
      await using result = await runJob(job, run, clip, { operations, outputFormat });
      const file = await readFile(result.outputs[0]!.path);
      const second =
        outputFormat === 'png' ? await rgba(parseApng(file)!.frames[1]!.png) : await rgba(file, 1);
      expect(pixelAt(await rgba(file), 4, 4)).toEqual([127, 127, 127, 255]);
      expect(pixelAt(second, 4, 4)[3]).toBe(0);
    }
  });

  test('a coloured border after grayscale keeps its colour', async () => {
    const framed = await edit([{ type: 'grayscale' }, { type: 'border', width: 3, colour: '#ff0000' }]);
    expect(pixelAt(framed, 1, 1)).toEqual([255, 0, 0, 255]);
    const [r, g, b] = pixelAt(framed, 8, 8);
    expect([g, b]).toEqual([r, r]);
  });

  test('blur has a Gaussian profile of the given sigma', async () => {
    const side = 41;
    const dots = Buffer.alloc(side * side * 3);
    const line = (side >> 1) * side * 3;
    dots.fill(255, line, line + side * 3);
    const path = await fixtures.file(
      'line.png',
      await sharp(dots, { raw: { width: side, height: side, channels: 3 } })
        .png()
        .toBuffer(),
    );
    const sigma = 3;
    const soft = await edit([{ type: 'blur', sigma }], {}, path);
    for (const away of [0, 1, 2, 4, 6]) {
      const bell = (255 * Math.exp((-away * away) / (2 * sigma * sigma))) / (sigma * Math.sqrt(2 * Math.PI));
      expect(Math.abs(pixelAt(soft, 20, 20 + away)[0]! - bell)).toBeLessThan(2);
    }
  });

  test('blur softens edges and sharpen hardens them', async () => {
    const light = (picture: Rgba, x: number) => {
      const [r, g, b] = pixelAt(picture, x, 60) as [number, number, number];
      return 0.3 * r + 0.6 * g + 0.1 * b;
    };
    const contrast = (picture: Rgba) => {
      let sum = 0;
      for (let x = 1; x < width; x++) sum += (light(picture, x) - light(picture, x - 1)) ** 2;
      return sum;
    };
    const soft = contrast(await edit([{ type: 'blur', sigma: 3 }]));
    expect(soft).toBeLessThan(contrast(await rgba(await source())) / 3);
    const operations = [
      { type: 'blur', sigma: 3 },
      { type: 'sharpen', sigma: 4 },
    ];
    expect(contrast(await edit(operations))).toBeGreaterThan(soft * 1.2);
  });

  test('a border surrounds the unchanged picture', async () => {
    const framed = await edit([{ type: 'border', width: 7, colour: '#00ff00' }]);
    expect([framed.width, framed.height]).toEqual([width + 14, height + 14]);
    expect(pixelAt(framed, 3, 40)).toEqual([0, 255, 0, 255]);
    const back = await edit([
      { type: 'border', width: 7 },
      { type: 'crop', left: 7, top: 7, width, height },
    ]);
    expect(difference(back, await rgba(await source()))).toBe(0);
  });

  test('trim removes margins in the corner’s colour', async () => {
    const back = await edit([{ type: 'border', width: 9, colour: 'white' }, { type: 'trim' }]);
    expect(difference(back, await rgba(await source()))).toBe(0);
  });

  test('trim leaves a single-coloured picture unchanged', async () => {
    const path = await fixtures.file(
      'plain.png',
      await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    expect((await edit([{ type: 'trim' }], {}, path)).width).toBe(20);
  });

  test('a grey picture can get a coloured border', async () => {
    const path = await fixtures.file(
      'grey.png',
      await drawn().greyscale().toColourspace('b-w').png().toBuffer(),
    );
    expect(pixelAt(await edit([{ type: 'border', width: 3, colour: 'orange' }], {}, path), 1, 1)).toEqual([
      255, 165, 0, 255,
    ]);
    await using kept = await runJob(job, run, path, { operations: [{ type: 'flip' }] });
    expect((await sharp(kept.outputs[0]!.path).metadata()).channels).toBe(1);
  });
});

describe('a watermark', () => {
  const black = async () =>
    fixtures.file(
      'black.png',
      await sharp({ create: { width: 300, height: 200, channels: 3, background: 'black' } })
        .png()
        .toBuffer(),
    );

  /** The area that is not black. */
  function inked({ data, width: w, height: h }: Rgba) {
    const xs: number[] = [];
    const ys: number[] = [];
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++)
        if (data[(y * w + x) * 4]! > 40) {
          xs.push(x);
          ys.push(y);
        }
    return {
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
      count: xs.length,
    };
  }

  test.each([
    ['top-left', (at: ReturnType<typeof inked>) => at.right < 200 && at.bottom < 60],
    ['bottom-right', (at: ReturnType<typeof inked>) => at.left > 100 && at.top > 140],
    [
      'center',
      (at: ReturnType<typeof inked>) => at.left > 60 && at.right < 240 && at.top > 60 && at.bottom < 140,
    ],
  ] as const)('is placed at %s', async (position, holds) => {
    const at = inked(
      await edit([{ type: 'watermark', text: 'Sample', position, size: 20, opacity: 1 }], {}, await black()),
    );
    expect(at.count).toBeGreaterThan(100);
    expect(holds(at)).toBe(true);
  });

  test('has its opacity and colour', async () => {
    const brightest = async (options: object) => {
      const { data } = await edit(
        [{ type: 'watermark', text: 'MMM', size: 60, ...options }],
        {},
        await black(),
      );
      let [red, blue] = [0, 0];
      for (let at = 0; at < data.length; at += 4)
        [red, blue] = [Math.max(red, data[at]!), Math.max(blue, data[at + 2]!)];
      return [red, blue];
    };
    expect(await brightest({ opacity: 1 })).toEqual([255, 255]);
    const [half] = await brightest({ opacity: 0.5 });
    expect(Math.abs(half! - 128)).toBeLessThan(4);
    expect(await brightest({ opacity: 1, colour: '#f00' })).toEqual([255, 0]);
  });

  test('is plain text without markup, and shrinks to fit', async () => {
    const text = '<b>&amp; "quoted" </span> a line that is far too long for the picture it stands on';
    const at = inked(await edit([{ type: 'watermark', text, size: 40, opacity: 1 }], {}, await black()));
    expect(at.left).toBeGreaterThan(0);
    expect(at.right).toBeLessThan(300);
    expect(at.count).toBeGreaterThan(200);
  });

  test('can be tiled over the whole picture', async () => {
    const at = inked(
      await edit([{ type: 'watermark', text: 'no', size: 12, opacity: 1, tile: true }], {}, await black()),
    );
    expect(at.left).toBeLessThan(30);
    expect(at.right).toBeGreaterThan(270);
    expect(at.top).toBeLessThan(30);
    expect(at.bottom).toBeGreaterThan(170);
  });
});

describe('kinds of pictures', () => {
  test('edits every frame of an animation alike', async () => {
    const delay = [100, 200, 300];
    const gif = await (await frames(['#ff0000', '#00ff00', '#0000ff'], 20))
      .gif({ delay, loop: 4 })
      .toBuffer();
    const path = await fixtures.file('moving.gif', gif);
    const operations = [
      { type: 'border', width: 5, colour: 'white' },
      { type: 'rotate', angle: 90 },
      { type: 'crop', width: 30, height: 15 },
    ];
    await using result = await runJob(job, run, path, { operations });
    const [output] = result.outputs;
    expect(output!.metadata).toEqual({ width: 30, height: 15, frames: 3 });
    expect(await sharp(output!.path).metadata()).toMatchObject({ pages: 3, delay, loop: 4 });
    for (const frame of [0, 1, 2]) {
      const picture = await rgba(output!.path, frame);
      expect(pixelAt(picture, 15, 2)).toEqual([255, 255, 255, 255]);
      expect(pixelAt(picture, 15, 10)[frame]).toBe(255);
    }
  });

  test('keeps 16 bits', async () => {
    const path = await fixtures.file('deep.png', await drawn().toColourspace('rgb16').png().toBuffer());
    await using result = await runJob(job, run, path, { operations: [{ type: 'flip' }, { type: 'flip' }] });
    const raw = (file: string) => sharp(file).toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer();
    expect((await sharp(result.outputs[0]!.path).metadata()).depth).toBe('ushort');
    expect((await raw(result.outputs[0]!.path)).equals(await raw(path))).toBe(true);
  });

  test('keeps transparency', async () => {
    const path = await fixtures.file('faded.png', await faded().png().toBuffer());
    expect(difference(await edit([{ type: 'flip' }, { type: 'flip' }], {}, path), await rgba(path))).toBe(0);
  });

  test('keeps metadata and profile only on request', async () => {
    const noted = drawn()
      .withExif({ IFD0: { Artist: 'hidden-artist' } })
      .withIccProfile('p3');
    const path = await fixtures.file(
      'noted.jpg',
      await noted.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
    );
    const operations = [{ type: 'flip' }];
    await using kept = await runJob(job, run, path, { operations, keepMetadata: true, outputFormat: 'png' });
    const { exif, icc } = await sharp(kept.outputs[0]!.path).metadata();
    expect(exif!.includes('hidden-artist')).toBe(true);
    expect(icc).toEqual((await sharp(path).metadata()).icc);
    await using bare = await runJob(job, run, path, { operations, outputFormat: 'png' });
    expect(await sharp(bare.outputs[0]!.path).metadata()).not.toHaveProperty('exif');
    expect(difference(await rgba(kept.outputs[0]!.path), await rgba(bare.outputs[0]!.path))).toBeLessThan(1);
  });

  test('writes png or jpeg if the input format cannot be written', async () => {
    const circle = '<circle cx="50" cy="50" r="40"/>';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${circle}</svg>`;
    const files: [string, string][] = [
      [ownFile('images/phone.heic'), 'jpeg'],
      [ownFile('images/layers.psd'), 'png'],
      [await fixtures.file('circle.svg', svg), 'png'],
    ];
    for (const [file, format] of files) {
      await using result = await runJob(job, run, file, {
        operations: [{ type: 'crop', width: 50, height: 50 }],
      });
      expect(result.outputs[0]).toMatchObject({ format, metadata: { width: 50, height: 50 } });
    }
  });

  test('applies the orientation before editing', async () => {
    const side = await drawn(450, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const path = await fixtures.file('side.jpg', side);
    await using result = await runJob(job, run, path, {
      operations: [{ type: 'crop', left: 500, width: 100, height: 450 }],
    });
    expect(result.outputs[0]!.metadata).toEqual({ width: 100, height: 450 });
  });
});

describe('refusals', () => {
  test('a crop outside the picture', async () => {
    await expect(edit([{ type: 'crop', left: 100, width: 30, height: 10 }])).rejects.toMatchObject({
      reason: 'option_mismatch',
    });
  });

  test('borders beyond the size limit', async () => {
    const operations = Array.from({ length: 4 }, () => ({ type: 'border', width: 4000 }));
    await expect(edit(operations)).rejects.toMatchObject({ reason: 'limit_exceeded' });
  });

  test.each([
    {},
    { operations: [] },
    { operations: [{ type: 'explode' }] },
    { operations: [{ type: 'crop', width: 10 }] },
    { operations: [{ type: 'crop', width: 10, height: 0 }] },
    { operations: [{ type: 'rotate' }] },
    { operations: [{ type: 'blur', sigma: 0 }] },
    { operations: [{ type: 'flip', angle: 3 }] },
    { operations: [{ type: 'watermark', text: '' }] },
    { operations: [{ type: 'watermark', text: 'a\u0000b' }] },
    { operations: [{ type: 'border', width: 5, colour: 'url(x)' }] },
    { operations: Array.from({ length: 31 }, () => ({ type: 'flip' })) },
  ])('%j', options => expect(Value.Check(job.options, options)).toBe(false));
});

test('progress increases with each operation', async () => {
  await using result = await runJob(job, run, await source(), {
    operations: [{ type: 'flip' }, { type: 'blur' }],
  });
  expect(result.progress).toEqual([...result.progress].sort((a, b) => a - b));
  expect(result.progress.length).toBeGreaterThanOrEqual(2);
});
