import { open, readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { sharp } from '../../../engines/sharp/engine.ts';
import { parseApng } from '../codecs/apng.ts';
import { composeAnimation } from '../pictures/compose-animation.ts';
import { makePngChunk, parsePngChunks, pngSignature } from '../pictures/png-chunks.ts';
import { type ColourNumbers, isP3, loadProfile } from '../pictures/profiles.ts';
import { isWide } from '../pictures/wide-colours.ts';
import { checkFrames, checkSize, requirePage } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import { applyColourNumbers } from './colour-numbers.ts';
import type { Reader } from './reader.ts';
import { describePicture, readHeader } from './sharp.ts';

/** PNG: sharp reads still pictures. The frames of an animated one are composed here. */
export const readPng: Reader = async ({ path }, wanted) => {
  const first = await readHeader(path, 'png');
  checkSize(first);
  const { animated, numbers } = await readFirstChunks(path);
  if (first.channels >= 3 && numbers && isWide(numbers) && !animated) {
    const plain = replaceProfile(await readFile(path));
    const picture = describePicture(plain, await readHeader(plain, 'png'));
    return [await applyColourNumbers(picture, numbers, wanted)];
  }
  const numbered = first.channels >= 3 && numbers !== undefined && isP3(numbers);
  const source = numbered ? replaceProfile(await readFile(path), await loadProfile('p3')) : path;
  const header = numbered ? await readHeader(source, 'png') : first;
  const animation = (wanted.animation || wanted.page !== undefined) && animated;
  const apng = animation
    ? parseApng(typeof source === 'string' ? await readFile(source) : source)
    : undefined;
  const page = requirePage(wanted.page, apng?.frames.length ?? 1);
  const picture = describePicture(source, header);
  if (animated && !animation) picture.leavesFrames = true;
  if (!apng || (apng.frames.length === 1 && page === undefined)) return [picture];
  checkFrames(apng, apng.frames.length, maxHeldPixels);
  const timing = { delay: apng.frames.map(({ delay }) => delay), loop: apng.plays };
  const laid = await composeAnimation(picture, apng, apng.frames, timing, page, ({ png }) =>
    sharp(png).toColourspace('srgb').ensureAlpha().raw().toBuffer(),
  );
  return [{ ...laid, damaged: page === undefined && apng.cut }];
};

/** Reads the chunks before the first `IDAT`; of the others only their headers. */
async function readFirstChunks(path: string): Promise<{ animated: boolean; numbers?: ColourNumbers }> {
  await using file = await open(path);
  const found: { animated: boolean; numbers?: ColourNumbers } = { animated: false };
  const head = Buffer.alloc(12);
  for (let at = 8; ; ) {
    const { bytesRead } = await file.read(head, 0, 12, at);
    const type = head.toString('latin1', 4, 8);
    if (bytesRead < 12 || type === 'IDAT' || type === 'IEND') return found;
    if (type === 'acTL') found.animated = true;
    if (type === 'cICP' && head.readUInt32BE(0) === 4)
      found.numbers = { primaries: head[8]!, curve: head[9]! };
    at += 12 + head.readUInt32BE(0);
  }
}

/** Replaces the profile by the one that the PNG's numbers mean, if any, since they take precedence. */
function replaceProfile(png: Buffer, profile?: Buffer): Buffer {
  const parts: Buffer[] = [pngSignature];
  let at = pngSignature.length;
  for (const { type, data } of parsePngChunks(png)) {
    if (type === 'IDAT') break;
    if (type === 'cICP' && profile)
      parts.push(
        makePngChunk('iCCP', Buffer.concat([Buffer.from('P3\0\0', 'latin1'), deflateSync(profile)])),
      );
    else if (!/^(iCCP|sRGB|gAMA|cHRM|cICP)$/.test(type)) parts.push(makePngChunk(type, data));
    at += 12 + data.length;
  }
  return Buffer.concat([...parts, png.subarray(at)]);
}
