/** The objects of a document written by hand, numbered as they are added. */
export class PdfObjects {
  readonly #bodies: Buffer[] = [];

  add(body: string | Buffer): number {
    return this.#bodies.push(Buffer.from(body as string));
  }

  /** A number for an object that comes later. */
  reserve(): number {
    return this.add('null');
  }

  set(id: number, body: string): void {
    this.#bodies[id - 1] = Buffer.from(body);
  }

  stream(dictionary: string, data: string | Buffer): number {
    const bytes = Buffer.from(data as string);
    const head = `<< ${dictionary} /Length ${bytes.length} >>\nstream\n`;
    return this.add(Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')]));
  }

  file(trailer: string): Buffer {
    const head = Buffer.from('%PDF-1.6\n%\xe2\xe3\xcf\xd3\n', 'latin1');
    const chunks: Buffer[] = [head];
    let { length } = head;
    const table = this.#bodies.map((body, index) => {
      const at = length;
      const chunk = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
      chunks.push(chunk);
      length += chunk.length;
      return `${String(at).padStart(10, '0')} 00000 n \n`;
    });
    const size = this.#bodies.length + 1;
    chunks.push(
      Buffer.from(
        `xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(chunks);
  }
}

/** A PDF string: ASCII as it is, anything else as UTF-16 in hexadecimal. */
export const text = (value: string): string =>
  /^[\x20-\x7e]*$/.test(value)
    ? `(${value.replace(/[\\()]/g, '\\$&')})`
    : `<feff${Buffer.from(value, 'utf16le').swap16().toString('hex')}>`;

export const references = (ids: readonly number[]): string => `[${ids.map(id => `${id} 0 R`).join(' ')}]`;

/** Bytes that do not compress, the same each time. */
export function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    bytes[at] = state >> 16;
  }
  return bytes;
}
