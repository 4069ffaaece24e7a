import { deflateSync } from 'node:zlib';

const perStream = 5000;

/**
 * Creates a PDF with this many empty pages in a few kilobytes: pages, tree and table are compressed, as PDF 1.5 allows.
 */
export function pdfOfPages(count: number): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')];
  let length = parts[0]!.length;
  const places = new Map<number, [kind: number, where: number, at: number]>();
  const add = (number: number, head: string, data?: Buffer) => {
    places.set(number, [1, length, 0]);
    const stream = data ? [Buffer.from('\nstream\n'), data, Buffer.from('\nendstream')] : [];
    const body = Buffer.concat([
      Buffer.from(`${number} 0 obj\n${head}`),
      ...stream,
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(body);
    length += body.length;
  };
  const addStream = (number: number, objects: [number, string][]) => {
    let bodies = '';
    let index = '';
    for (const [at, [each, body]] of objects.entries()) {
      index += `${each} ${bodies.length} `;
      bodies += `${body} `;
      places.set(each, [2, number, at]);
    }
    const data = deflateSync(index + bodies);
    const head = `<</Type/ObjStm/N ${objects.length}/First ${index.length}/Filter/FlateDecode/Length ${data.length}>>`;
    add(number, head, data);
  };
  const pages = Array.from({ length: count }, (_, n) => n + 3);
  let next = count + 3;
  add(1, '<</Type/Catalog/Pages 2 0 R>>');
  const kids = pages.map(page => `${page} 0 R`).join(' ');
  addStream(next++, [[2, `<</Type/Pages/MediaBox[0 0 9 9]/Count ${count}/Kids[${kids}]>>`]]);
  for (let from = 0; from < count; from += perStream)
    addStream(
      next++,
      pages.slice(from, from + perStream).map(page => [page, '<</Type/Page/Parent 2 0 R>>']),
    );
  places.set(next, [1, length, 0]);
  const table = Buffer.alloc((next + 1) * 7);
  for (const [number, [kind, where, at]] of places) {
    table.writeUInt8(kind, number * 7);
    table.writeUInt32BE(where, number * 7 + 1);
    table.writeUInt16BE(at, number * 7 + 5);
  }
  const data = deflateSync(table);
  const start = length;
  const head = `<</Type/XRef/Size ${next + 1}/W[1 4 2]/Root 1 0 R/Filter/FlateDecode/Length ${data.length}>>`;
  add(next, head, data);
  return Buffer.concat([...parts, Buffer.from(`startxref\n${start}\n%%EOF\n`)]);
}
