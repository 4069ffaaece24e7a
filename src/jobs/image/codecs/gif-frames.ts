import type { LaidFrame } from '../pictures/compose-animation.ts';
import type { Size } from '../policy/checks.ts';

/** One frame of a GIF: its placement and its compressed pixels. */
export interface GifFrame extends LaidFrame {
  palette: Buffer;
  transparent: boolean;
  interlaced: boolean;
  codeBits: number;
  packed: Buffer;
}

const disposals = ['none', 'none', 'background', 'previous', 'previous'] as const;
const control = 0xf9;

/** Parses the frames of a GIF that is not truncated. */
export function parseGifFrames(file: Buffer): GifFrame[] {
  const shared = file.subarray(13, 13 + countTableBytes(file.readUInt8(10)));
  const frames: GifFrame[] = [];
  let flags = 0;
  for (let at = 13 + shared.length; at < file.length; ) {
    const block = file[at];
    if (block === 0x21) {
      if (file[at + 1] === control) flags = file[at + 3] ?? 0;
      at = joinSubBlocks(file, at + 2).end;
    } else if (block === 0x2c) {
      const [x, y] = [file.readUInt16LE(at + 1), file.readUInt16LE(at + 3)];
      const [width, height] = [file.readUInt16LE(at + 5), file.readUInt16LE(at + 7)];
      const ownFlags = file.readUInt8(at + 9);
      const own = file.subarray(at + 10, at + 10 + countTableBytes(ownFlags));
      const start = at + 10 + own.length;
      const { data, end } = joinSubBlocks(file, start + 1);
      frames.push({
        ...{ x, y, width, height },
        blend: 'over',
        dispose: disposals[(flags >> 2) & 7] ?? 'none',
        transparent: (flags & 1) === 1,
        interlaced: (ownFlags & 0x40) !== 0,
        palette: own.length > 0 ? own : shared,
        codeBits: file.readUInt8(start),
        packed: data,
      });
      flags = 0;
      at = end;
    } else break;
  }
  return frames;
}

/** Joins the sub-blocks that start at an offset. */
function joinSubBlocks(file: Buffer, start: number): { data: Buffer; end: number } {
  const parts: Buffer[] = [];
  let at = start;
  for (let size = file[at]; size; size = file[at]) {
    parts.push(file.subarray(at + 1, at + 1 + size));
    at += size + 1;
  }
  return { data: Buffer.concat(parts), end: at + 1 };
}

/**
 * Returns true if the background shows although no frame has a transparent colour. Browsers show the page
 * behind it; libvips fills it with a background colour that most GIFs do not intend.
 */
export function showsBackground(canvas: Size, frames: readonly GifFrame[]): boolean {
  const [first] = frames;
  if (!first || frames.some(({ transparent }) => transparent)) return false;
  if (!covers(first, { x: 0, y: 0, ...canvas })) return true;
  let bare = true;
  return frames.some((frame, index) => {
    const emptied = frame.dispose === 'background' || (bare && frame.dispose === 'previous');
    bare &&= frame.dispose === 'previous';
    const next = frames[index + 1];
    return emptied && next !== undefined && !covers(next, frame);
  });
}

type Area = Pick<LaidFrame, 'x' | 'y' | 'width' | 'height'>;

const covers = (above: Area, below: Area): boolean =>
  above.x <= below.x &&
  above.y <= below.y &&
  above.x + above.width >= below.x + below.width &&
  above.y + above.height >= below.y + below.height;

/** Returns the length in bytes of a colour table, from the flags that announce it. */
const countTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/**
 * Returns true if a GIF ends within a block. A GIF without only its last byte counts as complete: many
 * programs write it so.
 */
export function isTruncatedGif(file: Buffer): boolean {
  let at = 13 + countTableBytes(file[10] ?? 0);
  while (at < file.length) {
    const block = file[at];
    // 0x21 starts an extension and 0x2c an image. Anything else is the end, or data appended after it.
    if (block === 0x21) at += 2;
    else if (block === 0x2c) at += 11 + countTableBytes(file[at + 9] ?? 0);
    else return false;
    for (let size = file[at]; size; size = file[at]) at += size + 1;
    if (at >= file.length) return true;
    at++;
  }
  return at > file.length;
}
