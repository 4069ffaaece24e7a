import { parsePng } from '../pictures/png-chunks.ts';

/** A picture as a PDF object: its size, filter, colour space, depth and bytes. */
export interface PdfRows {
  width: number;
  height: number;
  dictionary: string;
  data: Buffer;
}

/**
 * Takes the compressed rows of a PNG, which are what PDF calls Flate with a predictor. The PNG must be grey
 * or RGB, without a palette.
 */
export function takePngRows(png: Buffer): PdfRows {
  const { width, height, bits, colourType, rows } = parsePng(png);
  const [colours, space] = colourType === 0 ? [1, '/DeviceGray'] : [3, '/DeviceRGB'];
  return {
    width,
    height,
    dictionary:
      `/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors ${colours} /BitsPerComponent ${bits} /Columns ${width} >> ` +
      `/ColorSpace ${space} /BitsPerComponent ${bits}`,
    data: rows,
  };
}
