import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { hasCorpus, realFile } from '../../../../tests/support/corpus.ts';
import { runsAll } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { testFolder } from '../../pdf/testing/folder.ts';
import { job } from './job.ts';
import { run } from './run.ts';
import { accuracy } from './testing/accuracy.ts';
import { harshen } from './testing/harsh.ts';
import { inkIn, printed, printedFile, sentences } from './testing/printed.ts';

const at = testFolder();
const truth = sentences.join('\n');

async function read(file: string, options: Record<string, unknown> = {}) {
  await using made = await runJob(job, run, file, options);
  const [output] = made.outputs;
  return { text: await readFile(output!.path, 'utf8'), output: output!, made };
}

interface JsonPage {
  width: number;
  height: number;
  rotate: number;
  confidence: number;
  lines: { text: string; words: { text: string; confidence: number; box: number[] }[] }[];
}

describe('ocr of images', () => {
  it('reads a printed page line by line', async () => {
    const { text, output, made } = await read(await printedFile(at('page.png')));
    expect(text.trim().split('\n')).toEqual(sentences);
    expect(output).toMatchObject({ filename: 'page.txt', format: 'txt' });
    expect(output.metadata).toMatchObject({ pages: 1, words: 19, languages: 'eng' });
    expect(output.metadata!.meanConfidence).toBeGreaterThan(85);
    expect(made.engines).toEqual(['sharp', 'tesseract']);
  });

  it.runIf(runsAll)(
    'reports the box of each word on the original page, however it was rotated and deskewed',
    async () => {
      const page = await printed();
      const upsideDown = at('boxes.png');
      await writeFile(upsideDown, await sharp(page).rotate(183, { background: '#fff' }).png().toBuffer());
      const { text } = await read(upsideDown, { outputFormat: 'json' });
      const [found] = (JSON.parse(text) as { pages: JsonPage[] }).pages;
      expect(accuracy(truth, found!.lines.map(line => line.text).join('\n'))).toBeGreaterThan(0.97);
      expect(found!.rotate).toBe(180);
      const boxes = found!.lines.flatMap(line => line.words.map(word => word.box));
      const ink = await inkIn(upsideDown);
      expect(Math.abs(Math.min(...boxes.map(box => box[0]!)) - ink.left)).toBeLessThan(8);
      expect(Math.abs(Math.max(...boxes.map(box => box[0]! + box[2]!)) - ink.right)).toBeLessThan(8);
      expect(Math.abs(Math.min(...boxes.map(box => box[1]!)) - ink.top)).toBeLessThan(8);
      expect(Math.abs(Math.max(...boxes.map(box => box[1]! + box[3]!)) - ink.bottom)).toBeLessThan(8);
    },
  );

  it.each(runsAll ? [90, 270] : [90])('rotates a page lying on its side (%i degrees)', async degrees => {
    const file = at(`side-${degrees}.png`);
    await writeFile(
      file,
      await sharp(await printed())
        .rotate(degrees)
        .png()
        .toBuffer(),
    );
    const { text } = await read(file);
    expect(accuracy(truth, text)).toBeGreaterThan(0.97);
  });

  it.runIf(runsAll)('leaves pages unrotated or rotates them by a given angle on request', async () => {
    const file = at('told.png');
    await writeFile(
      file,
      await sharp(await printed())
        .rotate(180)
        .png()
        .toBuffer(),
    );
    expect(accuracy(truth, (await read(file, { rotate: 'none' })).text)).toBeLessThan(0.3);
    expect(accuracy(truth, (await read(file, { rotate: 180 })).text)).toBeGreaterThan(0.97);
  });

  it.runIf(runsAll)('applies the orientation of a photo', async () => {
    const file = at('exif.jpg');
    const turned = await sharp(await printed())
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await writeFile(file, turned);
    const { text } = await read(file, { outputFormat: 'json', rotate: 'none' });
    const [page] = (JSON.parse(text) as { pages: JsonPage[] }).pages;
    expect(page!.width).toBeGreaterThan(page!.height);
    expect(accuracy(truth, page!.lines.map(line => line.text).join('\n'))).toBeGreaterThan(0.97);
  });

  it('reads a coarse, skewed, grainy and unevenly lit scan with lower confidence', async () => {
    const file = at('harsh.png');
    await harshen(await printed(), file, { scale: 0.5, skew: 2.5, noise: 35, contrast: 0.6 });
    const { text, output } = await read(file);
    expect(accuracy(truth, text)).toBeGreaterThan(0.9);
    const bare = execFileSync('tesseract', [file, 'stdout'], { encoding: 'utf8', stdio: 'pipe' });
    expect(accuracy(truth, text)).toBeGreaterThan(accuracy(truth, bare) + 0.2);
    expect(output.metadata!.meanConfidence).toBeLessThan(97);
  });

  it('finds no words in noise', async () => {
    const file = at('noise.png');
    await harshen(await printed(['']), file, { scale: 0.4, skew: 0, noise: 60, contrast: 0.3 });
    const { text, output } = await read(file);
    expect(text.replace(/\s/g, '').length).toBeLessThan(4);
    expect(output.metadata!.meanConfidence).toBeLessThan(60);
  });

  it('reads every page of a TIFF with progress, or the requested ones', async () => {
    const pages = await Promise.all([printed(['first page here']), printed(['second page here'])]);
    const file = at('pages.tiff');
    const strip = await sharp(pages, { join: { across: 1 } })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = strip.info;
    await sharp(strip.data, { raw: { width, height, channels, pageHeight: height / 2 } })
      .tiff()
      .toFile(file);
    const { text, made } = await read(file);
    expect(text.split('\f').map(page => page.trim())).toEqual(['first page here', 'second page here']);
    expect(made.progress.length).toBe(2);
    expect((await read(file, { pages: '-1' })).text.trim()).toBe('second page here');
    await expect(read(file, { pages: '3' })).rejects.toMatchObject({ reason: 'option_mismatch' });
  });

  it.runIf(runsAll)('returns the same words in every format', async () => {
    const file = await printedFile(at('formats.png'), ['Ham & eggs <now>', 'cost 12 coins today']);
    const tsv = (await read(file, { outputFormat: 'tsv' })).text.split('\n').map(row => row.split('\t'));
    expect(tsv[0]!.slice(-2)).toEqual(['conf', 'text']);
    expect(tsv.filter(row => row[0] === '5').map(row => row[11])).toEqual(
      'Ham & eggs <now> cost 12 coins today'.split(' '),
    );
    const hocr = (await read(file, { outputFormat: 'hocr' })).text;
    expect(hocr.match(/class="ocrx_word"/g)).toHaveLength(8);
    expect(hocr).toMatch(/title="bbox \d+ \d+ \d+ \d+; x_wconf \d+">&lt;now&gt;<\/span>/);
    const md = (await read(file, { outputFormat: 'md' })).text;
    expect(md).toBe('Ham & eggs \\<now\\> cost 12 coins today\n');
  });

  it('keeps the rows and columns of a table in Markdown', async () => {
    const rows = [
      'Fruit Colour Price',
      'Apple green 120',
      'Banana yellow 340',
      'Cherry red 560',
      'Plum blue 780',
    ].map(row => row.split(' '));
    const cells = rows.flatMap((row, y) =>
      row.map((text, x) => `<text x="${60 + 330 * x}" y="${220 + 70 * y}">${text}</text>`),
    );
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="700" font-family="DejaVu Serif" font-size="36"><text x="60" y="90">What the market sold last week</text>${cells.join('')}<text x="60" y="640">All prices are in cents.</text></svg>`;
    const file = at('table.png');
    await sharp(Buffer.from(drawing)).flatten({ background: '#fff' }).png().toFile(file);
    const { text } = await read(file, { outputFormat: 'md' });
    const table = rows.map(row => `| ${row.join(' | ')} |\n`);
    table.splice(1, 0, '| --- | --- | --- |\n');
    expect(text).toBe(`What the market sold last week\n\n${table.join('')}\nAll prices are in cents.\n`);
  });

  it('reads two columns one after the other in every format', async () => {
    const columns = [
      [
        ...['The miller grinds', 'his corn at dawn', 'and sells the flour', 'before the noon'],
        ...['bell is rung from', 'the tower of the', 'church across the', 'square in town'],
      ],
      [
        ...['A ferry crosses', 'twice each day', 'unless the river', 'stands too high'],
        ...['for its old rope', 'to hold against', 'the pull of the', 'water in spring'],
      ],
    ];
    const texts = columns.flatMap((lines, column) =>
      lines.map((line, row) => `<text x="${60 + column * 460}" y="${80 + row * 50}">${line}</text>`),
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="520" font-family="DejaVu Serif" font-size="36"><rect width="100%" height="100%" fill="#fff"/>${texts.join('')}</svg>`;
    const file = at('columns.png');
    await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toFile(file);
    const wanted = columns.flat().join(' ');
    const readAs = async (outputFormat: string) => (await read(file, { outputFormat })).text;
    const json = JSON.parse(await readAs('json')) as { pages: JsonPage[] };
    expect(json.pages[0]!.lines.map(line => line.text).join(' ')).toBe(wanted);
    expect((await readAs('md')).split(/\s+/).join(' ').trim()).toBe(wanted);
    if (!runsAll) return;
    const rows = (await readAs('tsv')).split('\n').map(row => row.split('\t'));
    expect(
      rows
        .filter(row => row[0] === '5')
        .map(row => row[11])
        .join(' '),
    ).toBe(wanted);
    const words = [...(await readAs('hocr')).matchAll(/x_wconf \d+">([^<]*)</g)];
    expect(words.map(([, word]) => word).join(' ')).toBe(wanted);
  });

  it('fails for an unknown language and a broken image', async () => {
    const file = await printedFile(at('fails.png'));
    await expect(read(file, { languages: ['tlh'] })).rejects.toMatchObject({ reason: 'unsupported_content' });
    await writeFile(at('broken.png'), (await printed()).subarray(0, 200));
    await expect(read(at('broken.png'))).rejects.toMatchObject({ reason: 'unreadable_input' });
  });

  it('reads real scans accurately', async () => {
    const words = await readFile(realFile('ocr/truth/test__phototest.gold.txt', 'ocr/turned.txt'), 'utf8');
    const { text } = await read(realFile('ocr/test__phototest-rotated-L.png', 'ocr/turned.png'));
    expect(accuracy(words, text)).toBeGreaterThan(0.99);
    const hebrew = await read(realFile('ocr/test__hebrew.png', 'ocr/hebrew.png'), { languages: ['heb'] });
    expect(hebrew.text).toContain(hasCorpus ? 'מַר' : 'תחת העץ');
  });
});
