import { type FileHandle, open } from 'node:fs/promises';

/** Writes a PDF object by object and keeps only the offset of each one in memory. */
export class PdfFile {
  readonly #file: FileHandle;
  readonly #places: number[] = [];
  #at = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<PdfFile> {
    const pdf = new PdfFile(await open(path, 'w'));
    // Bytes above 127 in the second line tell transfer programs that this is not text.
    await pdf.#write(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
    return pdf;
  }

  /** Reserves the number of an object, so that others can refer to it before it is written. */
  reserve(): number {
    return this.#places.push(0);
  }

  async object(number: number, body: string): Promise<void> {
    this.#places[number - 1] = this.#at;
    await this.#write(Buffer.from(`${number} 0 obj\n${body}\nendobj\n`, 'latin1'));
  }

  async stream(number: number, dictionary: string, data: Uint8Array): Promise<void> {
    this.#places[number - 1] = this.#at;
    await this.#write(
      Buffer.from(`${number} 0 obj\n<< ${dictionary} /Length ${data.length} >>\nstream\n`, 'latin1'),
    );
    await this.#write(data);
    await this.#write(Buffer.from('\nendstream\nendobj\n', 'latin1'));
  }

  async finish(root: number): Promise<void> {
    const start = this.#at;
    const lines = this.#places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`);
    const size = this.#places.length + 1;
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}`;
    await this.#write(
      Buffer.from(
        `${table}trailer\n<< /Size ${size} /Root ${root} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
        'latin1',
      ),
    );
  }

  async #write(data: Uint8Array): Promise<void> {
    await this.#file.writeFile(data);
    this.#at += data.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}
