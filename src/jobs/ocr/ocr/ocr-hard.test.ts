import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runsAll } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { testFolder } from '../../pdf/testing/folder.ts';
import { job } from './job.ts';
import { run } from './run.ts';
import { accuracy } from './testing/accuracy.ts';
import { harshen } from './testing/harsh.ts';
import { printed, sentences } from './testing/printed.ts';

const at = testFolder();

async function read(file: string) {
  await using made = await runJob(job, run, file);
  const [output] = made.outputs;
  const confidence = output!.metadata!.meanConfidence as number;
  return { text: await readFile(output!.path, 'utf8'), confidence, engines: made.engines };
}

describe('ocr of pages in bad condition', () => {
  it.runIf(runsAll)('reads print covered with specks', async () => {
    const page = await sharp(await printed(sentences, 28))
      .threshold(140)
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { data, info } = page;
    for (let spot = 7; spot < data.length; spot += 41 + ((spot * 7919) % 23)) data[spot] = 255 - data[spot]!;
    const file = at('specks.png');
    await sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
      .png()
      .toFile(file);
    expect(accuracy(sentences.join('\n'), (await read(file)).text)).toBeGreaterThan(0.95);
  });

  it('uses a second engine for grainy print, and names it', async () => {
    const file = at('grain.png');
    await harshen(await printed(), file, { scale: 0.45, skew: 1.5, noise: 42, contrast: 0.5 });
    const { text, engines, confidence } = await read(file);
    expect(engines).toContain('pp-ocr');
    const share = accuracy(sentences.join('\n'), text);
    expect(share).toBeGreaterThan(0.6);
    expect(confidence / 100 - share).toBeLessThan(0.2);
  });

  it.runIf(runsAll)('reads small print through heavy grain', async () => {
    const lines = [...sentences, ...sentences, ...sentences];
    const file = at('drowned.png');
    await harshen(await printed(lines, 36), file, { scale: 0.5, skew: -4, noise: 55, contrast: 0.7 });
    expect(accuracy(lines.join('\n'), (await read(file)).text)).toBeGreaterThan(0.9);
  });

  it('keeps a price in the line of its article', async () => {
    const goods = ['Coach bolts', 'Glue 500 ml', 'Masking tape', 'Subtotal', 'Change'];
    const prices = ['7.80', '4.35', '2.10', '14.25', '5.75'];
    const rows = goods.map(
      (name, row) =>
        `<text x="40" y="${60 + row * 40}">${name}</text><text x="560" y="${60 + row * 40}">${prices[row]}</text>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="300" font-family="DejaVu Sans Mono" font-size="24"><rect width="100%" height="100%" fill="#fff"/>${rows.join('')}</svg>`;
    const file = at('receipt.png');
    await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toFile(file);
    const lines = (await read(file)).text.split('\n').filter(line => line.trim() !== '');
    expect(lines).toEqual(goods.map((name, row) => `${name} ${prices[row]}`));
  });

  it.runIf(runsAll)('deskews a page at a steep angle', async () => {
    const lines = [...sentences, ...sentences, ...sentences];
    const file = at('slant.png');
    await sharp(await printed(lines))
      .rotate(-19, { background: '#fff' })
      .png()
      .toFile(file);
    expect(accuracy(lines.join('\n'), (await read(file)).text)).toBeGreaterThan(0.95);
  });

  it.runIf(runsAll)(
    'reads an underexposed photo, which is not light print on a dark background',
    async () => {
      const file = at('dark.png');
      await sharp(await printed())
        .linear(0.2)
        .png()
        .toFile(file);
      expect(accuracy(sentences.join('\n'), (await read(file)).text)).toBeGreaterThan(0.95);
    },
  );

  it('finds no text on an empty page or in a picture', async () => {
    const create = { width: 800, height: 600, channels: 3 as const, background: '#f4f0e4' };
    await sharp({ create }).png().toFile(at('empty.png'));
    expect(await read(at('empty.png'))).toMatchObject({ text: '', confidence: 0 });
    const hills = Array.from(
      { length: 12 },
      (_, hill) =>
        `<ellipse cx="${hill * 70}" cy="${500 - (hill % 4) * 60}" rx="140" ry="160" fill="hsl(${90 + hill * 9} 40% ${20 + hill * 4}%)"/>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="100%" height="100%" fill="#9bd"/>${hills.join('')}</svg>`;
    await sharp(Buffer.from(svg)).jpeg({ quality: 60 }).toFile(at('hills.jpg'));
    expect((await read(at('hills.jpg'))).text.replace(/\s/g, '').length).toBeLessThan(4);
  });
});
