import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Sharp, sharp } from '../../../../engines/sharp/engine.ts';
import { testFolder } from '../../../pdf/testing/folder.ts';
import { writeImagesAsPdf } from './image-pdf.ts';
import { openImageSource } from './image-source.ts';

const at = testFolder();

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="#ffe080"/><rect width="100" height="50" fill="#c33"/></svg>`;

async function embedded(name: string, write: (image: Sharp) => Sharp) {
  const file = at(name);
  await write(sharp(Buffer.from(drawing)).flatten({ background: '#fff' })).toFile(file);
  const made = `${file}.pdf`;
  await writeImagesAsPdf([{ path: file, page: 0, header: await sharp(file).metadata(), dpi: 72 }], made);
  const listing = execFileSync('pdfimages', ['-list', made], { encoding: 'utf8' }).split('\n')[2]!;
  const [, , , width, height, colour, , bits, encoding] = listing.trim().split(/\s+/);
  return { file, made, facts: { width, height, colour, bits, encoding } };
}

async function colourAt(file: string, left: number, top: number): Promise<number[]> {
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, Math.min(3, info.channels))];
}

describe('images embedded as pages', () => {
  it.each([
    ['grey.png', 'b-w', 'gray', '8'],
    ['fine.png', 'grey16', 'gray', '16'],
    ['colours.png', 'srgb', 'rgb', '8'],
    ['grey.tiff', 'b-w', 'gray', '8'],
  ])('keep the colours and depth of %s', async (name, space, colour, bits) => {
    const { file, made, facts } = await embedded(name, image => image.toColourspace(space));
    expect(facts).toMatchObject({ width: '200', height: '100', colour, bits });
    execFileSync('pdftoppm', ['-r', '72', '-png', '-singlefile', made, made]);
    for (const [left, top] of [
      [20, 20],
      [150, 80],
    ] as const)
      expect(await colourAt(`${made}.png`, left, top)).toEqual(await colourAt(file, left, top));
  });

  it('keep the bytes of a CMYK JPEG, which shows the same colours', async () => {
    const { file, made, facts } = await embedded('inks.jpg', image => image.toColourspace('cmyk').jpeg());
    expect(facts).toMatchObject({ colour: 'cmyk', encoding: 'jpeg' });
    expect((await readFile(made)).includes(await readFile(file))).toBe(true);
    execFileSync('pdftoppm', ['-r', '72', '-png', '-singlefile', made, made]);
    const [red, paper] = [await colourAt(`${made}.png`, 20, 20), await colourAt(`${made}.png`, 150, 80)];
    // Poppler and sharp convert CMYK slightly differently.
    for (const [got, wanted] of [
      [red, [204, 51, 51]],
      [paper, [255, 224, 128]],
    ] as const)
      got.forEach((value, channel) => {
        expect(Math.abs(value - wanted[channel]!)).toBeLessThan(25);
      });
  });

  it('have square pixels, also those of a fax, upright or turned', async () => {
    const fax = sharp(Buffer.from(drawing))
      .flatten({ background: '#fff' })
      .tiff({ xres: 204 / 25.4, yres: 102 / 25.4 });
    await fax.toFile(at('fax.tiff'));
    await fax.clone().withMetadata({ orientation: 6 }).toFile(at('turned.tiff'));
    for (const name of ['fax.tiff', 'turned.tiff']) {
      const input = { path: at(name), filename: name, format: 'tiff' as const, size: 1 };
      const source = await openImageSource(input, { spans: [[1, -1]], dpi: undefined, dir: at('') });
      expect(source.pages[0]).toMatchObject({ width: 200, height: 200 });
      const size = execFileSync('pdfinfo', [await source.document()], { encoding: 'utf8' });
      expect(size).toMatch(/Page size: +70.588 x 70.588 pts/);
    }
  });
});
