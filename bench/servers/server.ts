import { randomUUID } from 'node:crypto';

export interface InputFile {
  filename: string;
  contentType: string;
  bytes: Buffer;
}

/** Work that several servers can do, each by its own request. A server without a request is left out. */
export interface Work {
  files: InputFile[];
  /** The first bytes of a right result: a wrong one must not count as a fast one. */
  startsWith: string;
  /** The path below `/api/public`, with options in the query. */
  filemill: string;
  /** The route, and its fields besides the files. */
  gotenberg?: { route: string; fields?: Record<string, string> };
  /** The format and the converter, such as `pdf,libreoffice`. */
  convertx?: string;
}

/** A server to measure. */
export interface Server {
  name: string;
  canDo(work: Work): boolean;
  /** Sends the files and returns the result. */
  run(work: Work): Promise<Buffer>;
}

/** Returns the result if it is of the right kind. */
export function checkResult(work: Work, result: Buffer): Buffer {
  if (result.toString('latin1', 0, work.startsWith.length) === work.startsWith) return result;
  throw new Error(`The result starts with ${JSON.stringify(result.toString('latin1', 0, 60))}`);
}

export interface Form {
  contentType: string;
  body: Buffer;
}

/** Encodes files and fields as a form. */
export function encodeForm(
  files: readonly InputFile[],
  fileField: string,
  fields: Record<string, string> = {},
): Form {
  const boundary = randomUUID();
  const open = (name: string, more: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const parts = [
    ...Object.entries(fields).map(([name, value]) => Buffer.from(`${open(name, '')}${value}\r\n`)),
    ...files.flatMap(({ filename, contentType, bytes }) => [
      Buffer.from(open(fileField, `; filename="${filename}"\r\ncontent-type: ${contentType}`)),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ];
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) };
}
