import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeZip } from '../../../containers/write-zip.ts';
import { sharp } from '../../sharp/engine.ts';
import { openValues } from '../../spreadsheet/read.ts';
import { convert } from '../convert.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-cell-pictures-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const relation = (type: string, target: string): string =>
  `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Makes a workbook whose second number of `vm` is a picture, whose first is another kind of value, and a picture of WPS Office. */
async function makeBook(): Promise<string> {
  const picture = await sharp({ create: { width: 80, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="e" vm="1"><v>#BUSY!</v></c><c r="B1" t="e" vm="2"><v>#VALUE!</v></c><c r="C1" t="str"><v>beside</v></c><c r="D1" t="str"><f>_xlfn.DISPIMG(&quot;ID_7&quot;,1)</f><v>=DISPIMG(&quot;ID_7&quot;,1)</v></c></row></sheetData></worksheet>`,
    'xl/metadata.xml': `<metadata xmlns="${main}"><metadataTypes><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLRICHVALUE"><bk><rvb i="0"/></bk><bk><rvb i="1"/></bk></futureMetadata><cellMetadata><bk><rc t="1" v="0"/></bk></cellMetadata><valueMetadata><bk><rc t="2" v="0"/></bk><bk><rc t="2" v="1"/></bk></valueMetadata></metadata>`,
    'xl/richData/rdrichvaluestructure.xml':
      '<rvStructures><s t="_error"><k n="errorType" t="i"/></s><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/><k n="Text" t="s"/></s></rvStructures>',
    'xl/richData/rdrichvalue.xml':
      '<rvData><rv s="0"><v>8</v></rv><rv s="1"><v>0</v><v>5</v><v>a red &amp; flat box</v></rv></rvData>',
    'xl/richData/richValueRel.xml': `<richValueRels xmlns:r="${office}"><rel r:id="r1"/></richValueRels>`,
    'xl/richData/_rels/richValueRel.xml.rels': relation('image', '../media/image1.png'),
    'xl/cellimages.xml': `<etc:cellImages xmlns:etc="http://www.wps.cn/officeDocument/2017/etCustomData" xmlns:r="${office}"><etc:cellImage><xdr:pic><xdr:cNvPr id="1" name="ID_7" descr="of WPS"/><a:blip r:embed="r1"/></xdr:pic></etc:cellImage></etc:cellImages>`,
    'xl/_rels/cellimages.xml.rels': relation('image', 'media/image2.png'),
    'xl/media/image1.png': picture,
    'xl/media/image2.png': await sharp(picture).resize(40, 40).png().toBuffer(),
  };
  const files = Object.entries(parts).map(([name, content], index) => {
    writeFileSync(join(dir, `part-${index}`), content);
    return { name, path: join(dir, `part-${index}`) };
  });
  const path = join(dir, 'book');
  await writeZip(path, files);
  return path;
}

test('shows pictures in cells on pages, and their descriptions in tables', async () => {
  const [input, output] = [await makeBook(), join(dir, 'page.pdf')];
  const left: string[] = [];
  const [sheet] = await openValues(input, 'xlsx', { leavesObjects: warning => left.push(warning) });
  expect(sheet!.rows).toEqual([['#BUSY!', 'a red & flat box', 'beside', 'of WPS']]);
  expect(left).toEqual(['drawings_left_out']);
  const step = { dir, last: true, stem: 'book', progress: () => undefined };
  await convert({ ...step, from: 'xlsx', to: 'pdf', input, output, options: {} });
  expect(execFileSync('pdftotext', [output, '-'], { encoding: 'utf8' })).not.toMatch(/#VALUE!|DISPIMG/);
  const images = execFileSync('pdfimages', ['-list', output], { encoding: 'utf8' });
  expect(images).toMatch(/image +40 +40 /);
  const image = /^ +1 +\d image +80 +40 .*? (\d+) +(\d+) +\S+ +\S+$/m.exec(images);
  expect(image?.[1]).toBe(image?.[2]);
  expect(Number(image?.[1])).toBeGreaterThan(72);
});
