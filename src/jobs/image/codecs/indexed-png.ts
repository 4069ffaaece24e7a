import { deflateSync } from 'node:zlib';
import type { Area } from '../pictures/frames.ts';
import { makePngChunk, makePngHeader, pngSignature } from '../pictures/png-chunks.ts';

/** A picture of at most 256 colours; each pixel is an index into the palette. */
export interface Indexed {
  /** RGBA, the most transparent first, so that PNG's list of alphas is short. */
  palette: Buffer;
  indexes: Uint8Array;
}

const indexedColour = 3;

/** Makes the exact palette of RGBA pixels. Returns undefined if they have more than 256 colours. */
export function indexColours(rgba: Buffer): Indexed | undefined {
  const pixels = rgba.length / 4;
  const found = new Map<number, number>();
  const indexes = new Uint8Array(pixels);
  let last = -1;
  let lastIndex = 0;
  for (let at = 0; at < pixels; at++) {
    const colour = rgba[at * 4 + 3] === 0 ? 0 : rgba.readUInt32BE(at * 4);
    if (colour !== last) {
      let index = found.get(colour);
      if (index === undefined) {
        if (found.size === 256) return undefined;
        index = found.size;
        found.set(colour, index);
      }
      last = colour;
      lastIndex = index;
    }
    indexes[at] = lastIndex;
  }
  return sortPalette([...found.keys()], indexes);
}

function sortPalette(colours: number[], indexes: Uint8Array): Indexed {
  const order = colours
    .map((colour, index) => ({ colour, index }))
    .sort((a, b) => (a.colour & 255) - (b.colour & 255) || a.colour - b.colour);
  const palette = Buffer.alloc(order.length * 4);
  const moved = new Uint8Array(256);
  for (const [to, { colour, index }] of order.entries()) {
    palette.writeUInt32BE(colour, to * 4);
    moved[index] = to;
  }
  return { palette, indexes: indexes.map(index => moved[index]!) };
}

const chooseBitDepth = (colours: number): 1 | 2 | 4 | 8 =>
  colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8;

/** Encodes an area of the picture as a PNG with as few bits per pixel as its colours need. */
export function encodeIndexedPng({ palette, indexes }: Indexed, width: number, area: Area): Buffer {
  const colours = palette.length / 4;
  const bits = chooseBitDepth(colours);
  const stride = 1 + Math.ceil((area.width * bits) / 8);
  const rows = Buffer.alloc(stride * area.height);
  for (let y = 0; y < area.height; y++)
    for (let x = 0; x < area.width; x++) {
      const at = y * stride + 1 + Math.floor((x * bits) / 8);
      rows[at] =
        rows[at]! | (indexes[(area.top + y) * width + area.left + x]! << (8 - bits - ((x * bits) % 8)));
    }
  const rgb = Buffer.alloc(colours * 3);
  const alpha: number[] = [];
  for (let colour = 0; colour < colours; colour++) {
    palette.copy(rgb, colour * 3, colour * 4, colour * 4 + 3);
    const shown = palette.readUInt8(colour * 4 + 3);
    if (shown < 255) alpha.push(shown);
  }
  return Buffer.concat([
    pngSignature,
    makePngHeader(area.width, area.height, bits, indexedColour),
    makePngChunk('PLTE', rgb),
    ...(alpha.length > 0 ? [makePngChunk('tRNS', Buffer.from(alpha))] : []),
    makePngChunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    makePngChunk('IEND'),
  ]);
}
