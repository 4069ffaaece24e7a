import type { LaidFrame } from '../pictures/compose-animation.ts';
import {
  type Chunk,
  makePngChunk,
  makePngHeader,
  parsePng,
  parsePngChunks,
  pngSignature,
} from '../pictures/png-chunks.ts';

/** One frame of an animated PNG, as a separate PNG and its placement on the canvas. */
export interface ApngFrame extends LaidFrame {
  png: Buffer;
  delay: number;
}

export interface Apng {
  width: number;
  height: number;
  /** How often it plays; 0 means forever. */
  plays: number;
  frames: ApngFrame[];
  /** True if it announces more frames than it has. */
  cut: boolean;
}

const disposals = ['none', 'background', 'previous'] as const;
const blends = ['source', 'over'] as const;

/**
 * Parses the animation of a PNG. Returns undefined if there is none or it is invalid, in which case the still
 * picture counts.
 */
export function parseApng(file: Buffer): Apng | undefined {
  const shared: Chunk[] = [];
  const pending: { control: Buffer; data: Buffer[] }[] = [];
  let header: Buffer | undefined;
  let animation: Buffer | undefined;
  let sequence = 0;
  let pixels = false;
  for (const chunk of parsePngChunks(file)) {
    const { type, data } = chunk;
    if (type === 'IHDR') header = data;
    else if (type === 'acTL' && !pixels) animation = data;
    else if (type === 'fcTL') {
      if (data.length < 26 || data.readUInt32BE(0) !== sequence++) return undefined;
      pending.push({ control: data, data: [] });
    } else if (type === 'IDAT') {
      pixels = true;
      pending.at(-1)?.data.push(data);
    } else if (type === 'fdAT') {
      if (data.length < 4 || data.readUInt32BE(0) !== sequence++) return undefined;
      pending.at(-1)?.data.push(data.subarray(4));
    } else if (!pixels && /^(PLTE|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT)$/.test(type)) shared.push(chunk);
  }
  if (!header || header.length < 13 || !animation || animation.length < 8) return undefined;
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const frames: ApngFrame[] = [];
  for (const { control, data } of pending) {
    if (data.length === 0) break;
    const frame = parseFrame(control, data, header, shared);
    if (!frame || frame.x + frame.width > width || frame.y + frame.height > height) return undefined;
    frames.push(frame);
  }
  if (frames.length === 0) return undefined;
  const cut = frames.length < animation.readUInt32BE(0);
  return { width, height, plays: animation.readUInt32BE(4), frames, cut };
}

function parseFrame(control: Buffer, data: Buffer[], header: Buffer, shared: Chunk[]): ApngFrame | undefined {
  const [width, height] = [control.readUInt32BE(4), control.readUInt32BE(8)];
  const [x, y] = [control.readUInt32BE(12), control.readUInt32BE(16)];
  const dispose = disposals[control.readUInt8(24)];
  const blend = blends[control.readUInt8(25)];
  if (!dispose || !blend || width < 1 || height < 1) return undefined;
  const whole = Buffer.from(header);
  whole.writeUInt32BE(width, 0);
  whole.writeUInt32BE(height, 4);
  return {
    png: Buffer.concat([
      pngSignature,
      makePngChunk('IHDR', whole),
      ...shared.map(chunk => makePngChunk(chunk.type, chunk.data)),
      makePngChunk('IDAT', Buffer.concat(data)),
      makePngChunk('IEND'),
    ]),
    x,
    y,
    width,
    height,
    delay: Math.round((control.readUInt16BE(20) * 1000) / (control.readUInt16BE(22) || 100)),
    dispose,
    blend,
  };
}

/**
 * A frame to write: a PNG of the part of the canvas that changes. All frames have the same depth, colour type
 * and palette.
 */
export interface ApngPart {
  png: Buffer;
  x: number;
  y: number;
  delay: number;
}

/** Joins PNGs to an animated one. Each part replaces the area it covers. */
export function joinApng(width: number, height: number, plays: number, parts: readonly ApngPart[]): Buffer {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(parts.length, 0);
  control.writeUInt32BE(plays, 4);
  const out: Buffer[] = [pngSignature];
  let sequence = 0;
  for (const [index, part] of parts.entries()) {
    const own = parsePng(part.png);
    if (index === 0) {
      out.push(makePngHeader(width, height, own.bits, own.colourType), makePngChunk('acTL', control));
      for (const { type, data } of own.chunks)
        if (/^(iCCP|eXIf|iTXt|pHYs|PLTE|tRNS)$/.test(type)) out.push(makePngChunk(type, data));
    }
    const frame = Buffer.alloc(26);
    frame.writeUInt32BE(sequence++, 0);
    frame.writeUInt32BE(own.width, 4);
    frame.writeUInt32BE(own.height, 8);
    frame.writeUInt32BE(part.x, 12);
    frame.writeUInt32BE(part.y, 16);
    frame.writeUInt16BE(Math.min(part.delay, 65_535), 20);
    frame.writeUInt16BE(1000, 22);
    out.push(makePngChunk('fcTL', frame));
    if (index === 0) out.push(makePngChunk('IDAT', own.rows));
    else {
      const numbered = Buffer.alloc(own.rows.length + 4);
      numbered.writeUInt32BE(sequence++, 0);
      own.rows.copy(numbered, 4);
      out.push(makePngChunk('fdAT', numbered));
    }
  }
  return Buffer.concat([...out, makePngChunk('IEND')]);
}
