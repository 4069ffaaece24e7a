import { isNeeded, jfif, joinJpeg, jpegSegments, type Segment } from './jpeg.ts';
import { pngChunk, pngChunks, pngSignature } from './png-chunks.ts';

/** A file's bytes less what tells of people and places, its pixels untouched; undefined where that cannot be done. */
export function withoutMetadata(file: Buffer, format: string, orientation: number): Buffer | undefined {
  if (format === 'jpeg') return plainJpeg(file, orientation);
  if (format === 'png' && orientation === 1) return plainPng(file);
  return undefined;
}

const exif = 0xe1;
const profile = 0xe2;

const isProfile = ({ marker, body }: Segment): boolean =>
  marker === profile && body.toString('latin1', 0, 11) === 'ICC_PROFILE';

function plainJpeg(file: Buffer, orientation: number): Buffer {
  const segments = [...jpegSegments(file)].filter(segment => isNeeded(segment) || isProfile(segment));
  const turn = orientation > 1 ? [turnSegment(orientation)] : [];
  const first = segments.filter(({ marker }) => marker === jfif);
  const others = segments.filter(({ marker }) => marker !== jfif);
  return joinJpeg([...first.map(({ bytes }) => bytes), ...turn, ...others.map(({ bytes }) => bytes)]);
}

/** EXIF that says nothing but how to turn the picture. */
function turnSegment(orientation: number): Buffer {
  const tiff = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, exif, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

function plainPng(file: Buffer): Buffer | undefined {
  const chunks = [...pngChunks(file)];
  if (chunks.at(-1)?.type !== 'IEND') return undefined;
  const kept = chunks.filter(({ type }) => !/^(eXIf|tEXt|zTXt|iTXt|tIME)$/.test(type));
  return Buffer.concat([pngSignature, ...kept.map(({ type, data }) => pngChunk(type, data))]);
}
