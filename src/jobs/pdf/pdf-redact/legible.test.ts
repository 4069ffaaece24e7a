import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { surveyForRedaction } from '../../../engines/pikepdf/redaction.ts';
import { testFolder } from '../testing/folder.ts';
import { PdfObjects, references } from '../testing/pdf-objects.ts';
import { findInPages, findInPictures, openForReading } from './find.ts';
import { Legibility } from './legible.ts';
import { recognisePages } from './recognise.ts';
import { Search } from './search.ts';

const at = testFolder();
const search = new Search({ terms: ['Smithson'], patterns: [], presets: [] });
const lines = ['Our meeting was moved to Thursday next week.', 'Nobody objected, and so it stands.'];
const show = (text: string, font = 'F', y = 80) => `BT /${font} 14 Tf 20 ${y} Td (${text}) Tj ET`;
const paragraph = lines.map((line, index) => show(line, 'F', 90 - 20 * index)).join(' ');

/** Adds a font whose Unicode map differs from the glyphs it shows. */
const addLyingFont = (objects: PdfObjects): number => {
  const cmap = objects.stream(
    '',
    '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <21> <7a> <0022> endbfrange endcmap end',
  );
  return objects.add(
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding /ToUnicode ${cmap} 0 R >>`,
  );
};

async function write(contents: string[]): Promise<string> {
  const objects = new PdfObjects();
  const pixels = await sharp(
    Buffer.from(
      '<svg width="600" height="80"><rect width="600" height="80" fill="white"/><text x="10" y="56" font-family="DejaVu Sans" font-size="44">Mr Smithson</text></svg>',
    ),
  )
    .greyscale()
    .raw()
    .toBuffer();
  const image = objects.stream(
    '/Type /XObject /Subtype /Image /Width 600 /Height 80 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    pixels,
  );
  const honest = objects.add(
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>',
  );
  const lying = addLyingFont(objects);
  const tree = objects.reserve();
  const pages = contents.map(content =>
    objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 330 120] /Contents ${objects.stream('', content)} 0 R
      /Resources << /Font << /F ${honest} 0 R /L ${lying} 0 R >> /XObject << /I ${image} 0 R >> >> >>`,
    ),
  );
  objects.set(tree, `<< /Type /Pages /Kids ${references(pages)} /Count ${pages.length} >>`);
  const root = objects.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  await writeFile(at('pages.pdf'), objects.file(`/Root ${root} 0 R`));
  return at('pages.pdf');
}

/** Surveys a document of these pages, without OCR. */
async function survey(contents: string[]) {
  const path = await write(contents);
  const [output, copy, texts] = [at('plain.pdf'), at('search.pdf'), at('texts.json')];
  const surveyed = await surveyForRedaction({ inputs: [{ path }], output, search: copy, texts }, {});
  const legibility = new Legibility(search);
  const document = await openForReading(copy);
  legibility.begin(surveyed);
  expect(findInPages(document, search, legibility)).toBe(true);
  return { legibility, document };
}

const ruled = `${paragraph} 20 40 280 0.5 re f 20 20 100 20 re S`;
const pictured = `${paragraph} q 200 0 0 27 20 20 cm /I Do Q`;

it('detects pages that may show more than their text says', async () => {
  const bars = Array.from({ length: 30 }, (_, index) => `${20 + 8 * index} 20 6 1 re f`).join(' ');
  const cases: [content: string, isUnsure: boolean][] = [
    [paragraph, false],
    [ruled, false],
    [pictured, true],
    [`${paragraph} 20 20 m 30 40 50 40 60 20 c f`, true],
    [`${paragraph} ${show('Srnithson', 'F', 30)}`, true],
    [`${paragraph} ${bars}`, true],
    [`${paragraph} BT /F 14 Tf 0 1 -1 0 300 20 Tm (upwards) Tj ET`, true],
  ];
  const { legibility, document } = await survey(cases.map(([content]) => content));
  document.close();
  expect(cases.map((_, index) => legibility.isUnsure(index))).toEqual(cases.map(([, isUnsure]) => isUnsure));
});

it('runs OCR only on such pages, and on those whose letters do not look like their text', async () => {
  const { legibility, document } = await survey([
    paragraph,
    ruled,
    pictured,
    `${paragraph} ${show('Smithson', 'L', 30)}`,
  ]);
  try {
    const recognised = await recognisePages(document, {
      languages: ['eng'],
      dir: at('.'),
      legibility,
      // A line with an erased part is always recognised.
      listErased: index => (index === 0 ? [[20, 20, 100, 34]] : []),
      progress: () => {},
    });
    const whole = recognised.filter(({ text }) => text.includes('objected')).map(({ index }) => index);
    expect(whole.sort()).toEqual([2, 3]);
    const part = recognised.find(({ index }) => index === 0)!;
    expect(part.text).toContain('Thursday');
    expect(part.text).not.toContain('objected');
    expect(findInPictures(recognised, search)).toBe(false);
  } finally {
    document.close();
  }
});
