import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { PdfObjects } from '../../src/jobs/pdf/testing/pdf-objects.ts';

/** Creates a PDF with one page with this content; `resources` are its forms. */
function onePage(objects: PdfObjects, content: number, resources = ''): Buffer {
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const page = objects.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 200 200] /Contents ${content} 0 R /Resources << ${resources} >> >>`,
  );
  objects.set(tree, `<< /Type /Pages /Count 1 /Kids [${page} 0 R] >>`);
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  return objects.file(`/Root ${catalog} 0 R`);
}

const megabytesApiece = 16;

/** This many gigabytes of operators, compressed once: a few kilobytes for each sixteen megabytes, all alike. */
function packOperators(gigabytes: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(megabytesApiece * 1024 * 1024, 'q Q '), {
    level: 9,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const pieces = Array.from({ length: (gigabytes * 1024) / megabytesApiece }, () => piece);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...pieces, deflateRawSync(Buffer.from('q Q'))]);
}

/** A page of 64 gigabytes in 95 kilobytes, compressed twice. */
export function nestedPdf(): Buffer {
  const objects = new PdfObjects();
  const content = deflateSync(packOperators(64), { level: 9 });
  return onePage(objects, objects.stream('/Filter [/FlateDecode /FlateDecode]', content));
}

/** The same, written as digits, with an indirect list of filters whose names use escapes. */
export function hiddenPdf(): Buffer {
  const objects = new PdfObjects();
  const filters = objects.add('[/ASCIIHexDecode /Fl#61teDecode /Fl]');
  const content = deflateSync(packOperators(64), { level: 9 }).toString('hex');
  return onePage(objects, objects.stream(`/Filter ${filters} 0 R`, `${content}>`));
}

/** A page of this many gigabytes, compressed once. */
export function longPagePdf(gigabytes: number): Buffer {
  const objects = new PdfObjects();
  return onePage(objects, objects.stream('/Filter /FlateDecode', packOperators(gigabytes)));
}

/** Forms that each draw the next one ten times, in a few kilobytes: no size limit reveals how long they take. */
export function branchingPdf(depth: number): Buffer {
  const objects = new PdfObjects();
  const form = '/Type /XObject /Subtype /Form /BBox [0 0 200 200]';
  let last = objects.stream(form, '0 0 9 9 re f');
  for (let level = 0; level < depth; level++)
    last = objects.stream(`${form} /Resources << /XObject << /F ${last} 0 R >> >>`, '/F Do '.repeat(10));
  return onePage(objects, objects.stream('', '/F Do'), `/XObject << /F ${last} 0 R >>`);
}
