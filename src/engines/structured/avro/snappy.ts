import { JobFailure } from '../../../contract/failure.ts';
import { repeatBytes } from '../repeat-bytes.ts';

const maxBytes = 256 * 1024 * 1024;
const broken = () => new JobFailure('unreadable_input', 'snappy: broken data');

/** Decodes one raw block of Snappy, as Avro files use it. */
export function decodeSnappy(source: Uint8Array): Uint8Array {
  let at = 0;
  let size = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = source[at++];
    if (byte === undefined || shift > 28) throw broken();
    size |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  if (size < 0 || size > maxBytes) throw new JobFailure('limit_exceeded', `snappy: ${size} bytes`);
  const readNumber = (from: number, bytes: number): number => {
    let number = 0;
    for (let i = 0; i < bytes; i++) number += source[from + i]! * 2 ** (8 * i);
    return number;
  };
  const target = new Uint8Array(size);
  let out = 0;
  while (at < source.length) {
    const tag = source[at++]!;
    let length = (tag >> 2) + 1;
    let offset = 0;
    if ((tag & 3) === 0) {
      const extra = length - 60;
      if (extra > 0) {
        length = 1;
        length += readNumber(at, extra);
        at += extra;
      }
      if (at + length > source.length || out + length > size) throw broken();
      target.set(source.subarray(at, at + length), out);
      at += length;
      out += length;
      continue;
    }
    if ((tag & 3) === 1) {
      length = ((tag >> 2) & 7) + 4;
      offset = ((tag >> 5) << 8) | source[at++]!;
    } else {
      const bytes = (tag & 3) === 2 ? 2 : 4;
      offset = readNumber(at, bytes);
      at += bytes;
    }
    if (offset === 0 || offset > out || out + length > size) throw broken();
    repeatBytes(target, out, offset, length);
    out += length;
  }
  if (out !== size) throw broken();
  return target;
}
