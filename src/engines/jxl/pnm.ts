import { JobFailure } from '../../contract/failure.ts';

/** A PGM, PPM or PAM file's pixels. */
export interface Pnm {
  data: Uint8Array | Uint16Array;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

export function readPnm(file: Buffer): Pnm {
  const head = file.toString('latin1', 0, 256);
  const plain = /^P([56])\n(\d+) (\d+)\n(\d+)\n/.exec(head);
  const pam = /^P7\nWIDTH (\d+)\nHEIGHT (\d+)\nDEPTH ([1-4])\nMAXVAL (\d+)\n[\s\S]*?ENDHDR\n/.exec(head);
  const found = plain ?? pam;
  if (!found) throw new JobFailure('engine_error', 'djxl wrote no picture we know');
  const fields = plain ? [plain[2], plain[3], plain[1] === '5' ? 1 : 3, plain[4]] : found.slice(1);
  const [width, height, channels, max] = fields.map(Number) as [number, number, 1 | 2 | 3 | 4, number];
  const pixels = file.subarray(found[0].length);
  if (max === 255) return { data: pixels, width, height, channels };
  if (max < 255)
    return { data: pixels.map(value => Math.round((value * 255) / max)), width, height, channels };
  const data = new Uint16Array(pixels.length / 2);
  for (let index = 0; index < data.length; index++)
    data[index] = Math.round((pixels.readUInt16BE(index * 2) * 65_535) / max);
  return { data, width, height, channels };
}
