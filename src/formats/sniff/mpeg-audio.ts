import { has, makeView } from './bytes.ts';

/**
 * Bit rates in kbit/s by the header's four bits: MPEG-1 layers I, II, III, then MPEG-2 and 2.5 layer I, and layers II
 * and III.
 */
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

/** Measures the bytes of the MPEG audio frame whose header is at `at`; undefined if there is no such header. */
export function measureMpegFrame(head: Uint8Array, at: number): number | undefined {
  if (at + 4 > head.length || head[at] !== 0xff) return undefined;
  const header = makeView(head).getUint32(at);
  if (header >>> 21 !== 0x7ff) return undefined;
  const version = (header >> 19) & 3;
  const layer = 4 - ((header >> 17) & 3);
  if (version === 1 || layer === 4) return undefined;
  const kind = `${version === 3 ? 1 : 2}/${layer}` as keyof typeof bitrates;
  const bitrate = bitrates[kind][(header >> 12) & 15];
  const rate = rates[version as keyof typeof rates][(header >> 10) & 3];
  if (!bitrate || !rate) return undefined;
  const padding = (header >> 9) & 1;
  if (layer === 1) return (Math.floor((12_000 * bitrate) / rate) + padding) * 4;
  const samples = layer === 3 && version !== 3 ? 72_000 : 144_000;
  return Math.floor((samples * bitrate) / rate) + padding;
}

/** Measures the bytes of the ADTS frame (a packet of AAC) whose header is at `at`. */
export function measureAdtsFrame(head: Uint8Array, at: number): number | undefined {
  if (at + 6 > head.length || head[at] !== 0xff) return undefined;
  const view = makeView(head);
  const header = view.getUint32(at);
  if (((header >> 16) & 0xf6) !== 0xf0 || ((header >> 10) & 15) > 12) return undefined;
  const bytes = ((header & 3) << 11) | (view.getUint16(at + 4) >> 5);
  return bytes >= 7 ? bytes : undefined;
}

/** Finds where the sound begins after the ID3v2 tags, of which there may be several. This may be beyond the head. */
export function findSoundStart(head: Uint8Array): number {
  let at = 0;
  while (has(head, 'ID3', at) && at + 10 <= head.length) {
    const view = makeView(head);
    const size = view.getUint32(at + 6);
    const bytes =
      (size & 0x7f) |
      (((size >> 8) & 0x7f) << 7) |
      (((size >> 16) & 0x7f) << 14) |
      (((size >> 24) & 0x7f) << 21);
    const footer = (view.getUint8(at + 5) & 0x10) !== 0 ? 10 : 0;
    at += 10 + bytes + footer;
  }
  return at;
}

/** The most bytes that may precede the first frame, such as the rest of a frame that was cut off. */
const dirtBytes = 4096;
const enoughFrames = 5;

/**
 * Tells whether frames of one kind follow one another. One header alone proves nothing, five in a row are; a shorter file
 * must begin with a frame and consist of frames to its end.
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

const kindBits = 0x00fe0c00;

/** Version, layer and sample rate never change within a file. */
function isSameKind(head: Uint8Array, one: number, other: number): boolean {
  const view = makeView(head);
  return (view.getUint32(one) & kindBits) === (view.getUint32(other) & kindBits);
}
