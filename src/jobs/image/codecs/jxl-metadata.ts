import { appendFile } from 'node:fs/promises';

/**
 * Reads EXIF and XMP from a JPEG XL container. A bare codestream has none, and compressed boxes are not read.
 */
export function readJxlMetadata(file: Buffer): { exif?: Buffer; xmp?: Buffer } {
  const found: { exif?: Buffer; xmp?: Buffer } = {};
  if (file.toString('latin1', 4, 8) !== 'JXL ') return found;
  for (let at = 0; at + 8 <= file.length; ) {
    const declared = file.readUInt32BE(at);
    const long = declared === 1 && at + 16 <= file.length;
    const header = long ? 16 : 8;
    const length = declared === 0 ? file.length - at : long ? Number(file.readBigUInt64BE(at + 8)) : declared;
    if (length < header || at + length > file.length) break;
    const body = file.subarray(at + header, at + length);
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'Exif' && body.length > 4) found.exif = body.subarray(4 + body.readUInt32BE(0));
    if (type === 'xml ') found.xmp = body;
    at += length;
  }
  return found;
}

/** Adds boxes to a file that the encoder wrote as a container. */
export async function appendJxlMetadata(
  path: string,
  { exif, xmp }: { exif?: Buffer | undefined; xmp?: Buffer | undefined },
): Promise<void> {
  const box = (type: string, ...parts: Buffer[]) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(
      parts.reduce((sum, part) => sum + part.length, 8),
      0,
    );
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, ...parts]);
  };
  if (exif) await appendFile(path, box('Exif', Buffer.alloc(4), exif));
  if (xmp) await appendFile(path, box('xml ', xmp));
}
