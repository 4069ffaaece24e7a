import { JobFailure } from '../../../contract/failure.ts';
import { repeatBytes } from '../repeat-bytes.ts';

const maxBytes = 1 << 30;
const broken = () => new JobFailure('unreadable_input', 'lz4: broken data');

function decodeBlock(source: Uint8Array, target: Uint8Array, start: number): number {
  let at = 0;
  let out = start;
  const readLength = (first: number): number => {
    let length = first;
    if (first === 15) {
      let more: number;
      do {
        more = source[at++] ?? 0;
        length += more;
      } while (more === 255);
    }
    return length;
  };
  while (at < source.length) {
    const token = source[at++]!;
    const literals = readLength(token >> 4);
    if (at + literals > source.length || out + literals > target.length) throw broken();
    target.set(source.subarray(at, at + literals), out);
    at += literals;
    out += literals;
    if (at >= source.length) break;
    const offset = source[at]! | (source[at + 1]! << 8);
    at += 2;
    const length = readLength(token & 15) + 4;
    if (offset === 0 || offset > out || out + length > target.length) throw broken();
    repeatBytes(target, out, offset, length);
    out += length;
  }
  return out;
}

/** Decodes the LZ4 frame format, as Arrow files use it; checksums are not verified. */
export function decodeLz4Frame(source: Uint8Array, size: number): Uint8Array {
  if (size > maxBytes) throw new JobFailure('limit_exceeded', `lz4: ${size} bytes`);
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  if (source.length < 7 || view.getUint32(0, true) !== 0x184d2204) throw broken();
  const flags = view.getUint8(4);
  let at = 6 + (flags & 8 ? 8 : 0) + (flags & 1 ? 4 : 0) + 1;
  const target = new Uint8Array(size);
  let out = 0;
  while (at + 4 <= source.length) {
    const head = view.getUint32(at, true);
    at += 4;
    if (head === 0) break;
    const length = head & 0x7fffffff;
    if (at + length > source.length) throw broken();
    const block = source.subarray(at, at + length);
    if (head >>> 31) {
      if (out + length > size) throw broken();
      target.set(block, out);
      out += length;
    } else out = decodeBlock(block, target, out);
    at += length + (flags & 16 ? 4 : 0);
  }
  return target.subarray(0, out);
}
