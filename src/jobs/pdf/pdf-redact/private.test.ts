import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { testFolder } from '../testing/folder.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
import { check, pageTexts } from '../testing/read-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
const name = 'Smithson';
const digits = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** Returns everything in a file, as it is and with streams decompressed. */
function readRaw(path: string): string {
  const unpacked = execFileSync('qpdf', ['--qdf', '--object-streams=disable', path, '-']);
  return Buffer.concat([readFileSync(path), unpacked])
    .toString('latin1')
    .toLowerCase();
}

/** A TrueType font of nothing but its name, and a font in the compact format whose family is named. */
function makeTrueType(): Buffer {
  const record = Buffer.from([0, 0, 0, 1, 0, 18, 0, 3, 0, 1, 4, 9, 0, 1, 0, 2 * name.length, 0, 0]);
  const table = Buffer.concat([record, Buffer.from(name, 'utf16le').swap16()]);
  const head = Buffer.from([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...Buffer.from('name'), 0, 0, 0, 0]);
  return Buffer.concat([head, Buffer.from([0, 0, 0, 28, 0, 0, 0, table.length]), table]);
}

function makeCompactFont(): Buffer {
  const list = (item: Buffer) => Buffer.concat([Buffer.from([0, 1, 1, 1, 1 + item.length]), item]);
  // The family is the first text after the 391 that every reader has.
  const family = Buffer.from([28, 391 >> 8, 391 & 255, 3]);
  return Buffer.concat([
    Buffer.from([1, 0, 4, 1]),
    ...[Buffer.from('Font'), family, Buffer.from(name)].map(list),
  ]);
}

it('removes what is sought from names, private data, embedded files and between operators', async () => {
  const objects = new PdfObjects();
  const [tree, page] = [objects.reserve(), objects.reserve()];
  const letters = `begincmap /CMapName /${name} def % ${name}\n1 beginbfchar <7a> <${digits(name)}> endbfchar`;
  const font = (entries: string) => objects.add(`<< /Type /Font /Subtype /Type1 /BaseFont ${entries} >>`);
  const embed = (key: string, file: number) =>
    `/ABCDEF+${name} /FontDescriptor << /Type /FontDescriptor /FontName /ABCDEF+${name} /Flags 32 ${key} ${file} 0 R >>`;
  const plain = font('/Helvetica');
  const fonts = [
    `/${name} ${font(`/Helvetica /ToUnicode ${objects.stream('', letters)} 0 R`)} 0 R`,
    `/G ${font(embed('/FontFile2', objects.stream('', makeTrueType())))} 0 R`,
    `/H ${font(embed('/FontFile3', objects.stream('/Subtype /Type1C', makeCompactFont())))} 0 R`,
    `/F ${plain} 0 R`,
  ];
  const picture =
    '/Type /XObject /Subtype /Image /Width 4 /Height 4 /BitsPerComponent 8 /ColorSpace /DeviceGray';
  const pixels = Buffer.concat([Buffer.alloc(16, 200), Buffer.from(name)]);
  const packed = Buffer.concat([deflateSync(pixels), Buffer.from(name)]);
  const drawings = [
    `/P ${objects.stream(picture, pixels)} 0 R`,
    `/Q ${objects.stream(`${picture} /Filter /FlateDecode /Name /${name}`, packed)} 0 R`,
  ];
  const spot = `[/Separation /${name} /DeviceRGB ${objects.stream('/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]', `{ % ${name}\n dup dup }`)} 0 R]`;
  const profile = `[/ICCBased ${objects.stream('/N 3 /Alternate /DeviceRGB', `a profile by ${name}`)} 0 R]`;
  const state = objects.stream(
    '/Type /XObject /Subtype /Form /BBox [0 0 9 9]',
    `1 0 0 rg 0 0 9 9 re f (${name}) pop`,
  );
  const button = objects.add(
    `<< /Type /Annot /Subtype /Widget /FT /Btn /T (b) /Rect [10 10 20 20] /F 4 /V /${name} /AS /${name} /DA (/F 9 Tf % ${name}) /M (D:2020 ${name}) /AP << /N << /${name} ${state} 0 R /Off ${state} 0 R >> >> >>`,
  );
  const glyph = objects.stream('', `1000 0 d0 % ${name}\n 0 0 500 500 re f`);
  const drawn = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 97 /Widths [1000] /Encoding << /Differences [97 /${name}] >> /CharProcs << /${name} ${glyph} 0 R >> >>`;
  const content = objects.stream(
    '',
    `/${name} << /MCID 0 /By [(${name})] >> BDC BT /${name} 12 Tf 20 90 Td (Hello) Tj /T 20 Tf 0 -20 Td (a) Tj ET EMC (${name}) pop
    /C cs 1 scn 50 50 20 20 re f q 20 0 0 20 80 50 cm /P Do Q q 20 0 0 20 110 50 cm /Q Do Q /D cs 0 0 1 scn 140 50 20 20 re f [(${name})] 0 d (${name}`,
  );
  objects.set(
    page,
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 300 120] /Contents ${content} 0 R /Annots [${button} 0 R] /By /${name} /${name} 1
    /Own ${objects.stream('', `kept by ${name}`)} 0 R /Text <${digits(name)}> /Space [/Indexed (${name}) (${name}) ()]
    /Resources << /Font << ${fonts.join(' ')} /T ${drawn} >> /XObject << ${drawings.join(' ')} >> /ColorSpace << /C ${spot} /D ${profile} >> >> >>`,
  );
  objects.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  const root = objects.add(
    `<< /Type /Catalog /Pages ${tree} 0 R /Lang (${name}) /AcroForm << /Fields [${button} 0 R] >> >>`,
  );
  writeFileSync(
    at('private.pdf'),
    objects.file(`/Root ${root} 0 R /ID [(${name}01234567) (${name}01234567)]`),
  );

  await using made = await runJob(job, run, at('private.pdf'), { terms: [name] });
  const { path } = made.outputs[0]!;
  await check(path);
  const raw = readRaw(path);
  for (const hidden of [name, digits(name), Buffer.from(name).toString('hex')])
    expect(raw).not.toContain(hidden.toLowerCase());
  expect(raw).not.toContain(`\0${[...name.toLowerCase()].join('\0')}`);
  expect((await pageTexts(path)).join(' ')).toContain('Hello');
  const draw = (pdf: string) =>
    execFileSync('pdftoppm', ['-r', '72', pdf], { stdio: ['ignore', 'pipe', 'ignore'] });
  expect(draw(path).equals(draw(at('private.pdf')))).toBe(true);
});
