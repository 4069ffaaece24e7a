import { crc32 } from 'node:zlib';

export interface Chunk {
  type: string;
  data: Buffer;
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Yields the complete chunks of a PNG. */
export function* parsePngChunks(png: Buffer): Generator<Chunk> {
  if (!png.subarray(0, 8).equals(pngSignature)) return;
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (at + 12 + length > png.length) return;
    const type = png.toString('latin1', at + 4, at + 8);
    yield { type, data: png.subarray(at + 8, at + 8 + length) };
    if (type === 'IEND') return;
    at += 12 + length;
  }
}

/** A complete PNG: its header, its chunks and its compressed rows. */
export interface PngParts {
  width: number;
  height: number;
  bits: number;
  colourType: number;
  chunks: Chunk[];
  rows: Buffer;
}

export function parsePng(png: Buffer): PngParts {
  const chunks = [...parsePngChunks(png)];
  const [header] = chunks;
  if (header?.type !== 'IHDR') throw new Error('the first chunk of the PNG is not IHDR');
  return {
    width: header.data.readUInt32BE(0),
    height: header.data.readUInt32BE(4),
    bits: header.data.readUInt8(8),
    colourType: header.data.readUInt8(9),
    chunks,
    rows: Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)),
  };
}

/** Makes a chunk: length, type, data, checksum. */
export function makePngChunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const chunk = Buffer.allocUnsafe(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

export const colourTypes = { 1: 0, 2: 4, 3: 2, 4: 6 } as const;

export function makePngHeader(width: number, height: number, bits: number, colourType: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = bits;
  data[9] = colourType;
  return makePngChunk('IHDR', data);
}
