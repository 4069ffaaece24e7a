import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { testFolder } from '../testing/folder.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
import { check } from '../testing/read-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
const author = 'Maria Smithson';

/** A JPEG 2000 of 40 by 30 pixels. */
const blueJpeg2000 = Buffer.from(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAHgAAACgAAwcHAAAAAAAPY29scgEAAAAAABAAAAC4anAyY/9P/1EALwAAAAAAKAAAAB4AAAAAAAAAAAAAACgAAAAeAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAAQEBAAB/1wAEEBASEhQSEhQSEhQSEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAANAAB/5PPtBgIjc7xSd/D5woIkJxAf8+0GAHVuvFKP4CAgICAgICAgICAgP/Z',
  'base64',
);

/** Writes a page that shows pictures and has links; the trailer has an entry of its own. */
function write(file: string, pictures: { entries: string; data: Buffer }[], links: string[] = []): string {
  const objects = new PdfObjects();
  const drawn = pictures.map(({ entries, data }, index) => {
    const dictionary = `/Type /XObject /Subtype /Image /Width 40 /Height 30 /BitsPerComponent 8 ${entries}`;
    return `/I${index} ${objects.stream(dictionary, data)} 0 R`;
  });
  const content = objects.stream(
    '',
    drawn.map((_, index) => `q 80 0 0 60 ${90 * index} 20 cm /I${index} Do Q`).join(' '),
  );
  const tree = objects.reserve();
  const annotations = links.map(
    url => `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (${url}) >> >>`,
  );
  const page = objects.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 300 120] /Contents ${content} 0 R /Annots [${annotations.join(' ')}] /Resources << /XObject << ${drawn.join(' ')} >> >> >>`,
  );
  objects.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  const root = objects.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  writeFileSync(at(file), objects.file(`/Root ${root} 0 R /ByProgram (${author})`));
  return at(file);
}

const redact = (path: string, options: Record<string, unknown>) => runJob(job, run, path, options);

it('removes what the files of pictures say besides their pixels', async () => {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#3366cc' } });
  const photo = await picture
    .clone()
    .withExif({ IFD0: { Artist: author } })
    .jpeg()
    .toBuffer();
  expect(photo.includes(author)).toBe(true);
  // A thumbnail in the JFIF header, a comment, and a second file after the end, as of cameras that take several pictures at once.
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 2 + author.length]), Buffer.from(author)]);
  const header = Buffer.from(
    'ffe0 0013 4a46494600 0101 00 0001 0001 01 01 112233'.replaceAll(' ', ''),
    'hex',
  );
  const jpeg = Buffer.concat([photo.subarray(0, 2), header, comment, photo.subarray(2), photo]);
  const box = Buffer.concat([Buffer.from([0, 0, 0, 8 + author.length]), Buffer.from(`xml ${author}`)]);
  const jp2 = Buffer.concat([blueJpeg2000, box]);
  const file = write('pictures.pdf', [
    { entries: '/ColorSpace /DeviceRGB /Filter /DCTDecode', data: jpeg },
    { entries: '/ColorSpace /DeviceRGB /Filter [/FlateDecode /DCTDecode]', data: deflateSync(jpeg) },
    { entries: '/ColorSpace /DeviceRGB /Filter /JPXDecode', data: jp2 },
  ]);
  await using made = await redact(file, { boxes: [{ page: 1, x: 280, y: 0, width: 5, height: 5 }] });
  const { path } = made.outputs[0]!;
  await check(path);
  const bytes = readFileSync(path);
  for (const gone of [author, 'Exif', '\x11\x22\x33', 'xml ']) expect(bytes.includes(gone)).toBe(false);
  const pixels = (pdf: string) =>
    execFileSync('pdftoppm', ['-r', '72', '-x', '0', '-y', '0', '-W', '270', '-H', '120', pdf]);
  expect(pixels(path).equals(pixels(file))).toBe(true);
});

it('removes links whose address names what is sought in other letters', async () => {
  const found = [
    'https://x.example/Maria%20Smithson',
    'https://x.example/news/maria-smithson-wins',
    'mailto:maria.smithson@x.example',
    'https://x.example/?q=%4daria+%53mithson',
  ];
  const others = ['https://x.example/maria', 'mailto:jane.smith@x.example'];
  await using made = await redact(write('links.pdf', [], [...found, ...others]), { terms: [author] });
  const { path } = made.outputs[0]!;
  const unpacked = execFileSync('qpdf', ['--qdf', '--object-streams=disable', path, '-']).toString('latin1');
  expect([...unpacked.matchAll(/\/URI \((.*)\)/g)].map(([, url]) => url)).toEqual(others);
  expect(unpacked).not.toContain(author);
});

it('removes the word in a scan if the invisible text over it stands half a line lower, as on slanted scans', async () => {
  const objects = new PdfObjects();
  const tree = objects.reserve();
  const font = objects.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  // A picture of 300 by 120 pixels with a grey bar in the place of the word.
  const data = Buffer.alloc(300 * 120, 255);
  for (let y = 120 - 66; y < 120 - 54; y++) data.fill(128, 300 * y + 100, 300 * y + 150);
  const scan = objects.stream(
    '/Type /XObject /Subtype /Image /Width 300 /Height 120 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    data,
  );
  const content = objects.stream(
    '',
    'q 300 0 0 120 0 0 cm /Scan Do Q BT 3 Tr /F 12 Tf 100 50 Td (Smithson) Tj ET',
  );
  const page = objects.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 300 120] /Contents ${content} 0 R /Resources << /Font << /F ${font} 0 R >> /XObject << /Scan ${scan} 0 R >> >> >>`,
  );
  objects.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  const root = objects.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  writeFileSync(at('scan.pdf'), objects.file(`/Root ${root} 0 R`));
  await using made = await redact(at('scan.pdf'), { terms: ['Smithson'] });
  execFileSync('pdfimages', ['-png', made.outputs[0]!.path, at('scan')]);
  const pixels = await sharp(at('scan-000.png')).greyscale().raw().toBuffer();
  expect(pixels.includes(128)).toBe(false);
  expect(pixels.includes(255)).toBe(true);
});

it('removes what a button would say in a state that is not selected', async () => {
  const objects = new PdfObjects();
  const [tree, page] = [objects.reserve(), objects.reserve()];
  const font = objects.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const drawState = (text: string) =>
    `${objects.stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 90 20] /Resources << /Font << /F ${font} 0 R >> >>`,
      `BT /F 9 Tf 2 5 Td (${text}) Tj ET`,
    )} 0 R`;
  const box = objects.add(
    `<< /Type /Annot /Subtype /Widget /FT /Btn /T (box) /Rect [50 50 140 70] /AS /Off /AP << /N << /Off ${drawState('none')} /Named ${drawState(`by ${author}`)} /Mark ${drawState('4')} >> >> >>`,
  );
  const content = objects.stream('', `BT /F 9 Tf 50 100 Td (Signed by ${author}) Tj ET`);
  objects.set(
    page,
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 300 120] /Contents ${content} 0 R /Annots [${box} 0 R] /Resources << /Font << /F ${font} 0 R >> >> >>`,
  );
  objects.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  const root = objects.add(`<< /Type /Catalog /Pages ${tree} 0 R /AcroForm << /Fields [${box} 0 R] >> >>`);
  writeFileSync(at('states.pdf'), objects.file(`/Root ${root} 0 R`));
  await using made = await redact(at('states.pdf'), { terms: [author] });
  const { path } = made.outputs[0]!;
  await check(path);
  const plain = execFileSync('qpdf', ['--qdf', '--object-streams=disable', path, '-'], {
    encoding: 'latin1',
  });
  expect(plain).not.toContain('Smithson');
  expect(plain).toContain('(none) Tj');
  expect(plain).toContain('(4) Tj');
});
