import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { PdfObjects, references } from '../src/jobs/pdf/testing/pdf-objects.ts';

interface Picture {
  entries: string;
  data: Buffer;
}

interface Page {
  content: string;
  /** The image is named `/Im`. */
  picture?: Picture;
}

const paper = { width: 595, height: 842 };

function document(pages: readonly Page[]): Buffer {
  const objects = new PdfObjects();
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const font = objects.add('<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>');
  const kids = pages.map(({ content, picture }) => {
    const shown = picture ? `/XObject << /Im ${objects.stream(picture.entries, picture.data)} 0 R >>` : '';
    const drawn = objects.stream('/Filter /FlateDecode', deflateSync(content));
    return objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${paper.width} ${paper.height}] /Contents ${drawn} 0 R /Resources << /Font << /F ${font} 0 R >> ${shown} >> >>`,
    );
  });
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  objects.set(tree, `<< /Type /Pages /Count ${kids.length} /Kids ${references(kids)} >>`);
  return objects.file(`/Root ${catalog} 0 R`);
}

const picture = (data: Buffer, width: number, height: number, filter: string): Picture => ({
  entries: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /${filter}`,
  data,
});

const photo = (width: number, height: number, quality = 92): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .blur(3)
    .linear(3, -256)
    .jpeg({ quality })
    .toBuffer();

const lines = (page: number, count: number): string =>
  `BT /F 11 Tf 60 780 Td ${Array.from({ length: count }, (_, line) => `(Page ${page}, line ${line + 1}: the office keeps its documents warm while the quick brown fox jumps) Tj 0 -15 Td`).join(' ')} ET`;

const chart = (page: number): string =>
  Array.from(
    { length: 40 },
    (_, bar) =>
      `${((bar * 7) % 10) / 10} 0.${(page + bar) % 10} 0.6 rg ${60 + bar * 12} 60 10 ${20 + ((bar * 37 + page * 11) % 180)} re f`,
  ).join('\n');

/** A report: text on every page, with a chart or a photo below it alternately. */
export async function report(pages: number): Promise<Buffer> {
  const shown = picture(await photo(1000, 420), 1000, 420, 'DCTDecode');
  return document(
    Array.from({ length: pages }, (_, i) =>
      i % 2
        ? { content: `${lines(i + 1, 34)}\n${chart(i + 1)}` }
        : { content: `${lines(i + 1, 34)}\nq 475 0 0 200 60 60 cm /Im Do Q`, picture: shown },
    ),
  );
}

const written = (width: number, height: number, page: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f7f3ea"/>${Array.from({ length: 44 }, (_, line) => `<text x="${width / 10}" y="${((line + 4) * height) / 52}" font-family="serif" font-size="${height / 68}">Page ${page}, line ${line + 1}: what was read was what had been written, and signed</text>`).join('')}</svg>`,
  );

/** Paper as scanned in colour at this resolution. */
export async function scans(pages: number, dpi: number): Promise<Buffer> {
  const [width, height] = [Math.round((paper.width * dpi) / 72), Math.round((paper.height * dpi) / 72)];
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 8 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const made: Page[] = [];
  for (let page = 1; page <= pages; page++) {
    const jpeg = await sharp(written(width, height, page))
      .composite([{ input: grain, blend: 'soft-light' }])
      .removeAlpha()
      .jpeg({ quality: 92 })
      .toBuffer();
    const content = `q ${paper.width} 0 0 ${paper.height} 0 0 cm /Im Do Q`;
    made.push({ content, picture: picture(jpeg, width, height, 'DCTDecode') });
  }
  return document(made);
}

/** Camera photos, one per page. */
export async function photos(pages: number): Promise<Buffer> {
  const [width, height] = [3000, 2000];
  const shown = picture(await photo(width, height), width, height, 'DCTDecode');
  const content = 'q 475 0 0 316 60 460 cm /Im Do Q';
  return document(Array.from({ length: pages }, () => ({ content, picture: shown })));
}

/** Lossless screenshots. */
export async function screens(pages: number): Promise<Buffer> {
  const [width, height] = [1920, 1080];
  const made: Page[] = [];
  for (let page = 1; page <= pages; page++) {
    const rows = await sharp(written(width, height, page))
      .removeAlpha()
      .raw()
      .toBuffer();
    const shown = picture(deflateSync(rows), width, height, 'FlateDecode');
    made.push({ content: 'q 475 0 0 267 60 460 cm /Im Do Q', picture: shown });
  }
  return document(made);
}
