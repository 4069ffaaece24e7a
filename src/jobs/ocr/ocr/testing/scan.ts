import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { sharp } from '../../../../engines/sharp/engine.ts';
import { PdfObjects, references } from '../../../pdf/testing/pdf-objects.ts';

export interface ScanPage {
  image?: Buffer;
  /** Operators beside the image, with /F1 a font. */
  content?: string;
  rotate?: number;
}

/** A document of scanned pages, each an image that fills it, at 150 dots an inch; away from the origin, as many are. */
export async function scanPdf(path: string, pages: readonly ScanPage[]): Promise<string> {
  const objects = new PdfObjects();
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const font = objects.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const ids: number[] = [];
  for (const { image, content = '', rotate = 0 } of pages) {
    const { data, info } = await sharp(image ?? (await blank()))
      .toColourspace('b-w')
      .jpeg({ quality: 95 })
      .toBuffer({ resolveWithObject: true });
    const [width, height] = [info.width * 0.48, info.height * 0.48];
    const picture = objects.stream(
      `/Type /XObject /Subtype /Image /Width ${info.width} /Height ${info.height} /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode`,
      data,
    );
    const operators = `q ${width} 0 0 ${height} 30 50 cm /Scan Do Q ${content}`;
    ids.push(
      objects.add(
        `<< /Type /Page /Parent ${tree} 0 R /Rotate ${rotate} /MediaBox [30 50 ${30 + width} ${50 + height}] ` +
          `/Contents ${objects.stream('', operators)} 0 R /Resources << /Font << /F1 ${font} 0 R >> /XObject << /Scan ${picture} 0 R >> >> >>`,
      ),
    );
  }
  objects.set(tree, `<< /Type /Pages /Kids ${references(ids)} /Count ${ids.length} >>`);
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  await writeFile(path, objects.file(`/Root ${catalog} 0 R`));
  return path;
}

const blank = (): Promise<Buffer> =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();

export const textOf = (path: string, page = 1): string =>
  execFileSync('pdftotext', ['-f', `${page}`, '-l', `${page}`, path, '-'], { encoding: 'utf8' });

/** Words with their boxes, as a reader of the document finds them, in points. */
export function boxesOf(path: string, page = 1): { text: string; box: number[] }[] {
  const args = ['-bbox', '-f', `${page}`, '-l', `${page}`, path, '-'];
  const told = execFileSync('pdftotext', args, { encoding: 'utf8' });
  return [...told.matchAll(/<word ([^>]*)>([^<]*)<\/word>/g)].map(([, box = '', text = '']) => ({
    text,
    box: [...box.matchAll(/"([-\d.]+)"/g)].map(match => Number(match[1])),
  }));
}

/** A page as it is drawn, grey, at a resolution. */
export const drawn = (path: string, page: number, dpi: number): Buffer =>
  execFileSync(
    'pdftoppm',
    ['-png', '-gray', '-r', `${dpi}`, '-f', `${page}`, '-l', `${page}`, '-singlefile', path],
    {
      maxBuffer: 64 * 1024 * 1024,
    },
  );
