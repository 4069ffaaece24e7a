import { makePngChunk, parsePngChunks, pngSignature } from '../pictures/png-chunks.ts';
import { isNeeded, jfif, joinJpeg, parseJpegSegments, type Segment } from './jpeg.ts';

/**
 * Removes metadata about people and places without touching the pixels. Returns undefined if that is not
 * possible.
 */
export function stripMetadata(file: Buffer, format: string, orientation: number): Buffer | undefined {
  if (format === 'jpeg') return stripJpeg(file, orientation);
  if (format === 'png' && orientation === 1) return stripPng(file);
  return undefined;
}

const exif = 0xe1;
const profile = 0xe2;

const isProfile = ({ marker, body }: Segment): boolean =>
  marker === profile && body.toString('latin1', 0, 11) === 'ICC_PROFILE';

function stripJpeg(file: Buffer, orientation: number): Buffer {
  const segments = [...parseJpegSegments(file)].filter(segment => isNeeded(segment) || isProfile(segment));
  const turn = orientation > 1 ? [makeOrientationSegment(orientation)] : [];
  const first = segments.filter(({ marker }) => marker === jfif);
  const others = segments.filter(({ marker }) => marker !== jfif);
  return joinJpeg([...first.map(({ bytes }) => bytes), ...turn, ...others.map(({ bytes }) => bytes)]);
}

/** Makes EXIF that contains only the orientation. */
function makeOrientationSegment(orientation: number): Buffer {
  const tiff = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, exif, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

function stripPng(file: Buffer): Buffer | undefined {
  const chunks = [...parsePngChunks(file)];
  if (chunks.at(-1)?.type !== 'IEND') return undefined;
  const kept = chunks.filter(({ type }) => !/^(eXIf|tEXt|zTXt|iTXt|tIME)$/.test(type));
  return Buffer.concat([pngSignature, ...kept.map(({ type, data }) => makePngChunk(type, data))]);
}
