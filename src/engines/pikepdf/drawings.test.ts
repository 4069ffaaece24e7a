import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testFolder } from '../../jobs/pdf/testing/folder.ts';
import { PdfObjects, references } from '../../jobs/pdf/testing/pdf-objects.ts';
import { findDrawings } from './engine.ts';

const at = testFolder();

/** Makes a page 200 wide and 100 high, whose lower left corner is at (10, 20). */
async function pageOf(name: string, content: string, entries = '', inherited = ''): Promise<string> {
  const objects = new PdfObjects();
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const page = objects.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [10 20 210 120] ${entries} /Contents ${objects.stream('', content)} 0 R >>`,
  );
  objects.set(tree, `<< /Type /Pages /Kids ${references([page])} /Count 1 ${inherited} >>`);
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  await writeFile(at(name), objects.file(`/Root ${catalog} 0 R`));
  return at(name);
}

async function drawnOn(path: string) {
  const { pages } = await findDrawings({ inputs: [{ path }], pages: [1] });
  const { rules, images } = pages[0]!;
  return { rules, images };
}

const line = '20 100 m 110 100 l S\n';

test('finds an inline image, and the rules and images after it', async () => {
  const inline = 'q 30 0 0 40 50 60 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q\n';
  const later = 'q 10 0 0 10 150 30 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x40 EI Q\n';
  expect(await drawnOn(await pageOf('inline.pdf', inline + line + later))).toEqual({
    rules: [[10, 20, 100, 20]],
    images: [
      [40, 20, 70, 60],
      [140, 80, 150, 90],
    ],
  });
});

test('reports positions on the rotated page, with its own or an inherited rotation', async () => {
  const turned = [[80, 10, 80, 100]];
  expect((await drawnOn(await pageOf('turned.pdf', line, '/Rotate 90'))).rules).toEqual(turned);
  expect((await drawnOn(await pageOf('above.pdf', line, '', '/Rotate 90'))).rules).toEqual(turned);
  expect((await drawnOn(await pageOf('half.pdf', line, '/Rotate 180'))).rules).toEqual([[100, 80, 190, 80]]);
});

test('reports no rules for a page whose operators lack operands', async () => {
  expect(await drawnOn(await pageOf('broken.pdf', `${line}5 l 1 2 cm (a) m Do\n`))).toEqual({
    rules: [],
    images: [],
  });
});

test('reports links with a box for each of their lines', async () => {
  const link = (place: string, action: string) =>
    `<< /Type /Annot /Subtype /Link ${place} /A << ${action} >> >>`;
  const uri = (address: string) => `/S /URI /URI (${address})`;
  const path = await pageOf(
    'links.pdf',
    line,
    `/Annots [${link('/Rect [20 30 60 40]', uri('https://a.example/'))} ${link(
      '/Rect [20 30 110 60] /QuadPoints [100 60 110 60 100 50 110 50 20 40 40 40 20 30 40 30]',
      uri('https://b.example/'),
    )} ${link('/Rect [1 2 3 4]', '/S /GoTo /D [0]')} ${link('/Rect [1 2]', uri('https://c.example/'))}]`,
  );
  const { pages } = await findDrawings({ inputs: [{ path }], pages: [1] });
  expect(pages[0]!.links).toEqual([
    [[10, 80, 50, 90], 'https://a.example/'],
    [[90, 60, 100, 70], 'https://b.example/'],
    [[10, 80, 30, 90], 'https://b.example/'],
  ]);
});
