import { createReadStream } from 'node:fs';
import type { RunInput } from '../../run.ts';
import { type Finding, writePercent } from './findings.ts';

const chunkBytes = 1024 * 1024;

/** Compares two files byte by byte. Bytes that only one file has differ. */
export async function compareBytes(expected: RunInput, actual: RunInput): Promise<Finding> {
  const others = createReadStream(actual.path, { highWaterMark: chunkBytes })[Symbol.asyncIterator]();
  let other = Buffer.alloc(0);
  let [position, different, first] = [0, 0, -1];
  for await (const chunk of createReadStream(expected.path, { highWaterMark: chunkBytes })) {
    while (other.length < chunk.length) {
      const { value, done } = await others.next();
      if (done) break;
      other = Buffer.concat([other, value]);
    }
    const common = Math.min(chunk.length, other.length);
    if (!other.subarray(0, common).equals(chunk.subarray(0, common)))
      for (let at = 0; at < common; at++)
        if (chunk[at] !== other[at]) {
          if (first === -1) first = position + at;
          different++;
        }
    position += common;
    other = other.subarray(common);
    if (common < chunk.length) break;
  }
  await others.return?.();
  const longest = Math.max(expected.size, actual.size);
  different += longest - Math.min(expected.size, actual.size);
  if (different > 0 && first === -1) first = Math.min(expected.size, actual.size);
  const share = longest === 0 ? 0 : different / longest;
  return {
    by: 'bytes',
    share,
    ...(different > 0 && { bytes: { expected: expected.size, actual: actual.size, first } }),
    summary: `${writePercent(share)} of the bytes, from position ${first}`,
  };
}
