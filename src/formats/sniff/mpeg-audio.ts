import { has, makeView } from './bytes.ts';

/** kbit/s by the header's four bits: MPEG-1 layers I, II, III, then MPEG-2 and 2.5 layer I, and layers II and III. */
const bitrates = {
  '1/1': [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1/2': [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1/3': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2/1': [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2/2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2/3': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const rates = {
  3: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  0: [11_025, 12_000, 8000],
} as const;

/** The length in bytes of the MPEG audio frame whose header is at `at`; undefined where there is no such header. */
export function measureMpegFrame(head: Uint8Array, at: number): number | undefined {
  if (at + 4 > head.length || head[at] !== 0xff || (head[at + 1]! & 0xe0) !== 0xe0) return undefined;
  const version = (head[at + 1]! >> 3) & 3;
  const layer = 4 - ((head[at + 1]! >> 1) & 3);
  if (version === 1 || layer === 4) return undefined;
  const kind = `${version === 3 ? 1 : 2}/${layer}` as keyof typeof bitrates;
  const bitrate = bitrates[kind][head[at + 2]! >> 4];
  const rate = rates[version as keyof typeof rates][(head[at + 2]! >> 2) & 3];
  if (!bitrate || !rate) return undefined;
  const padding = (head[at + 2]! >> 1) & 1;
  if (layer === 1) return (Math.floor((12_000 * bitrate) / rate) + padding) * 4;
  const samples = layer === 3 && version !== 3 ? 72_000 : 144_000;
  return Math.floor((samples * bitrate) / rate) + padding;
}

/** The length in bytes of the ADTS frame (a packet of AAC) whose header is at `at`. */
export function measureAdtsFrame(head: Uint8Array, at: number): number | undefined {
  if (at + 6 > head.length || head[at] !== 0xff || (head[at + 1]! & 0xf6) !== 0xf0) return undefined;
  if (((head[at + 2]! >> 2) & 15) > 12) return undefined;
  const bytes = ((head[at + 3]! & 3) << 11) | (head[at + 4]! << 3) | (head[at + 5]! >> 5);
  return bytes >= 7 ? bytes : undefined;
}

/** Finds where the sound begins after the ID3v2 tags, of which there may be several. This may be beyond the head. */
export function findSoundStart(head: Uint8Array): number {
  let at = 0;
  while (has(head, 'ID3', at) && at + 10 <= head.length) {
    const size = makeView(head).getUint32(at + 6);
    const bytes =
      (size & 0x7f) |
      (((size >> 8) & 0x7f) << 7) |
      (((size >> 16) & 0x7f) << 14) |
      (((size >> 24) & 0x7f) << 21);
    const footer = (head[at + 5]! & 0x10) !== 0 ? 10 : 0;
    at += 10 + bytes + footer;
  }
  return at;
}

/** How many bytes may precede the first frame, such as the rest of a frame that was cut off. */
const dirtBytes = 4096;
const enoughFrames = 5;

/**
 * Whether frames of one kind follow one another. One header alone is no proof, five in a row are; a shorter file must
 * begin with a frame and be frames to its end.
 */
export function hasFrames(
  head: Uint8Array,
  from: number,
  frameBytes: (head: Uint8Array, at: number) => number | undefined,
): boolean {
  let first = from;
  while (head[first] === 0) first++;
  for (let start = first; start < Math.min(first + dirtBytes, head.length); start++) {
    let at = start;
    for (let count = 1; ; count++) {
      const bytes = frameBytes(head, at);
      if (bytes === undefined || !isSameKind(head, start, at)) break;
      at += bytes;
      if (count === enoughFrames || (start === first && at >= head.length)) return true;
    }
  }
  return false;
}

/** Version, layer and sample rate never change within a file. */
const isSameKind = (head: Uint8Array, one: number, other: number): boolean =>
  (head[one + 1]! & 0xfe) === (head[other + 1]! & 0xfe) &&
  (head[one + 2]! & 0x0c) === (head[other + 2]! & 0x0c);
