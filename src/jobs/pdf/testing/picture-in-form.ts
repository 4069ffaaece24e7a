import { PdfObjects } from './pdf-objects.ts';

/** Makes a page whose form draws a picture of 40 by 40 black and white pixels, stored as given. */
export function makePictureInForm(filter: string, bytes: Buffer): Buffer {
  const objects = new PdfObjects();
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const image = objects.stream(
    `/Type /XObject /Subtype /Image /Width 40 /Height 40 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /${filter}`,
    bytes,
  );
  const form = objects.stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources << /XObject << /P ${image} 0 R >> >>`,
    'q 80 0 0 80 10 10 cm /P Do Q',
  );
  const content = objects.stream('', '/F Do');
  const page = objects.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 100 100] /Contents ${content} 0 R /Resources << /XObject << /F ${form} 0 R >> >> >>`,
  );
  objects.set(tree, `<< /Type /Pages /Count 1 /Kids [${page} 0 R] >>`);
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  return objects.file(`/Root ${catalog} 0 R`);
}
