import { readFile } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { drawBackground } from '../codecs/svg/background.ts';
import { drawHtmlLabels } from '../codecs/svg/labels.ts';
import { normaliseSvgMarkup } from '../codecs/svg/markup.ts';
import { checkSize, requirePage } from '../policy/checks.ts';
import { maxSvgBytes } from '../policy/limits.ts';
import type { Reader } from './reader.ts';
import { describePicture } from './sharp.ts';

/**
 * CSS pixels per inch. libvips renders an SVG at dpi / 72 of its size, so at this density everything is 4/3
 * too large.
 */
export const cssDensity = 96;
const libvipsScale = cssDensity / 72;

/** A picture that is neither in the file nor an element of it. */
const outsidePicture = /<(?:\w+:)?(?:image|feImage)\s[^<>]*\bhref\s*=\s*["'](?!data:|#)[^"']/i;

/**
 * SVG is rendered at the size needed. It is read from memory, so that no relative reference can be resolved.
 */
export const readSvg: Reader = async ({ path, size }, wanted) => {
  if (size > maxSvgBytes) throw new JobFailure('limit_exceeded', `${size} bytes of markup`);
  requirePage(wanted.page, 1);
  const given = drawBackground(normaliseSvgMarkup(await readFile(path)));
  const labelled = drawHtmlLabels(given);
  const markup = labelled ?? given;
  if (markup.length > maxSvgBytes) throw new JobFailure('limit_exceeded', `${markup.length} bytes of markup`);
  const header = await sharp(markup, { density: cssDensity, limitInputPixels: false }).metadata();
  if (header.format !== 'svg') throw new JobFailure('unreadable_input', `declared svg, is ${header.format}`);
  const scale = (wanted.density ?? cssDensity) / cssDensity;
  const computeDrawnSide = (side: number) => Math.max(1, Math.round(Math.round(side / libvipsScale) * scale));
  const picture = {
    ...describePicture(markup, header),
    opening: { density: cssDensity },
    width: computeDrawnSide(header.width),
    height: computeDrawnSide(header.height),
    density: wanted.density ?? cssDensity,
    vector: true,
    warnings: [
      ...(labelled ? (['html_labels'] as const) : []),
      ...(outsidePicture.test(markup.toString('latin1')) ? (['remote_pictures'] as const) : []),
    ],
  };
  checkSize(picture);
  return [picture];
};
