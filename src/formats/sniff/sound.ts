import { has, hasAny, type Rule, readLatin1 } from './bytes.ts';
import { readBrands } from './iso-media.ts';
import { findSoundStart, hasFrames, measureAdtsFrame, measureMpegFrame } from './mpeg-audio.ts';
import { isPicture } from './pictures.ts';

export const wav: Rule = head => hasAny(head, ['RIFF', 'RIFX', 'RF64', 'BW64']) && has(head, 'WAVE', 8);

export const aiff: Rule = head => has(head, 'FORM') && hasAny(head, ['AIFF', 'AIFC'], 8);

/** ID3v2 tags may hold pictures of any size, so the sound may begin beyond the head; then the file is accepted. */
const behindTags =
  (begins: (head: Uint8Array, at: number) => boolean): Rule =>
  head => {
    const at = findSoundStart(head);
    return at > 0 && at >= head.length ? true : begins(head, at);
  };

export const flac = behindTags((head, at) => has(head, 'fLaC', at));
export const mp3 = behindTags((head, at) => !isKnownContainer(head) && hasFrames(head, at, measureMpegFrame));
export const aac = behindTags(
  (head, at) => has(head, 'ADIF', at) || (!isKnownContainer(head) && hasFrames(head, at, measureAdtsFrame)),
);

const isOgg: Rule = head => has(head, 'OggS');
/** Voice messages are often Opus under the name of Ogg. */
export const ogg = isOgg;
export const opus: Rule = (head, size) => isOgg(head, size) && readLatin1(head).includes('OpusHead');

const ebml = '\x1a\x45\xdf\xa3';
/** Reads the document type from the EBML header: an element of an id, one byte of length and a text. */
const readDocType = (head: Uint8Array): string | undefined =>
  has(head, ebml) ? /\x42\x82[\x81-\x90]([a-z]+)/.exec(readLatin1(head, 0, 256))?.[1] : undefined;
export const webm: Rule = head => readDocType(head) === 'webm';
export const mkv: Rule = head => readDocType(head) === 'matroska';

/** Older QuickTime files begin with one of these boxes and name no brand. */
const boxes = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];
const hasNoBrand: Rule = head => !has(head, 'ftyp', 4) && hasAny(head, boxes, 4);
export const mov: Rule = (head, size) => readBrands(head).includes('qt  ') || hasNoBrand(head, size);
export const mp4: Rule = (head, size) =>
  has(head, 'ftyp', 4) && readBrands(head)[0] !== 'qt  ' && !isPicture(head, size);
/** Many encoders write sound under a brand that stands for any MP4. */
export const m4a: Rule = (head, size) => mp4(head, size) && readBrands(head)[0] !== 'M4V ';

/** Files of these kinds may contain frames of MPEG sound without being an MP3 or AAC file. */
const isKnownContainer = (head: Uint8Array): boolean =>
  hasAny(head, ['RIFF', 'RIFX', 'RF64', 'BW64', 'FORM', 'OggS', 'fLaC', ebml, 'PK\x03\x04', '%PDF']) ||
  has(head, 'ftyp', 4) ||
  hasAny(head, boxes, 4);
