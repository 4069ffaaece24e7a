/** The parts of a raw photo a test needs to say. */
export interface DngParts {
  width: number;
  height: number;
  orientation: number;
  /** How much the sensor sees of a neutral light in red, green and blue. */
  neutral: [number, number, number];
  /** Linear red, green and blue, 0 to 1, at a place. */
  colour(x: number, y: number): [number, number, number];
}

const white = 60_000;
/** From XYZ to linear sRGB: the camera of this photo sees as a screen shows. */
const matrix = [3.2405, -1.5371, -0.4985, -0.9693, 1.876, 0.0416, 0.0556, -0.204, 1.0572];

type Field = [tag: number, type: 1 | 2 | 3 | 4 | 5 | 10, values: number[]];
const sizes = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 10: 8 } as const;
const text = (value: string) => [...Buffer.from(`${value}\0`, 'latin1')];

/** An uncompressed DNG of a sensor with red, green, green and blue in each square. */
export function dng({ width, height, orientation, neutral, colour }: DngParts): Buffer {
  const pixels = Buffer.alloc(width * height * 2);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const band = (y % 2) + (x % 2);
      pixels.writeUInt16LE(Math.round(colour(x, y)[band]! * neutral[band]! * white), (y * width + x) * 2);
    }
  const fields: Field[] = [
    [254, 4, [0]],
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, [16]],
    [259, 3, [1]],
    [262, 3, [32_803]],
    [271, 2, text('Test')],
    [272, 2, text('Camera')],
    [273, 4, [0]],
    [274, 3, [orientation]],
    [277, 3, [1]],
    [278, 4, [height]],
    [279, 4, [pixels.length]],
    [33_421, 3, [2, 2]],
    [33_422, 1, [0, 1, 1, 2]],
    [50_706, 1, [1, 4, 0, 0]],
    [50_708, 2, text('Test Camera')],
    [50_714, 3, [0]],
    [50_717, 4, [white]],
    [50_721, 10, matrix],
    [50_728, 5, neutral],
    [50_778, 3, [21]],
  ];
  const directory = Buffer.alloc(2 + fields.length * 12 + 4);
  directory.writeUInt16LE(fields.length, 0);
  const outside: Buffer[] = [];
  let end = 8 + directory.length;
  const strips: number[] = [];
  for (const [index, [tag, type, values]] of fields.entries()) {
    const at = 2 + index * 12;
    const bytes = bytesOf(type, values);
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(values.length, at + 4);
    if (tag === 273) strips.push(at + 8);
    if (bytes.length <= 4) bytes.copy(directory, at + 8);
    else {
      directory.writeUInt32LE(end, at + 8);
      outside.push(bytes);
      end += bytes.length;
    }
  }
  for (const at of strips) directory.writeUInt32LE(end, at);
  return Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), directory, ...outside, pixels]);
}

function bytesOf(type: Field[1], values: number[]): Buffer {
  const bytes = Buffer.alloc(sizes[type] * values.length);
  for (const [index, value] of values.entries()) {
    if (type === 1 || type === 2) bytes[index] = value;
    else if (type === 3) bytes.writeUInt16LE(value, index * 2);
    else if (type === 4) bytes.writeUInt32LE(value, index * 4);
    else {
      bytes.writeInt32LE(Math.round(value * 10_000), index * 8);
      bytes.writeInt32LE(10_000, index * 8 + 4);
    }
  }
  return bytes;
}
