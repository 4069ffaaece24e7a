import type { Box } from '../../boxes.ts';
import type { Angle, Glyph, SourcePage } from '../../source.ts';

/** Moves a box with the page, which is turned so that text of this angle runs from left to right. */
export function turnBox(box: Box, angle: Angle, width: number, height: number): Box {
  const { left, top, right, bottom } = box;
  switch (angle) {
    case 0:
      return { left, top, right, bottom };
    case 90:
      return { left: top, top: width - right, right: bottom, bottom: width - left };
    case 180:
      return { left: width - right, top: height - bottom, right: width - left, bottom: height - top };
    case 270:
      return { left: height - bottom, top: left, right: height - top, bottom: right };
  }
}

/** Moves a box of the turned page back to the page as it is shown; `width` and `height` are those of the page as shown. */
export function turnBack(box: Box, angle: Angle, width: number, height: number): Box {
  const back = ((360 - angle) % 360) as Angle;
  return angle === 90 || angle === 270
    ? turnBox(box, back, height, width)
    : turnBox(box, back, width, height);
}

/** Finds the direction of most of a page's characters. */
export function findAngle(glyphs: readonly Glyph[]): Angle {
  const count: Record<Angle, number> = { 0: 0, 90: 0, 180: 0, 270: 0 };
  for (const { style, text } of glyphs) if (/[\p{L}\p{N}]/u.test(text)) count[style.angle]++;
  const angles: Angle[] = [90, 180, 270];
  return angles.find(angle => count[angle] > 2 * count[0] && count[angle] > 40) ?? 0;
}

/** Rotates the page so that text of this angle runs from left to right. */
export function turnPage(page: SourcePage, angle: Angle): SourcePage {
  if (angle === 0) return page;
  const { width, height } = page;
  const turn = <B extends Box>(box: B): B => ({ ...box, ...turnBox(box, angle, width, height) });
  const isSide = angle === 90 || angle === 270;
  return {
    ...page,
    width: isSide ? height : width,
    height: isSide ? width : height,
    glyphs: page.glyphs.map(glyph => {
      const own = ((glyph.style.angle - angle + 360) % 360) as Angle;
      const box = turnBox(glyph, angle, width, height);
      const baseline = own === 0 ? box.top + (box.bottom - box.top) * 0.78 : box.bottom;
      return { ...glyph, ...box, baseline, style: { ...glyph.style, angle: own } };
    }),
    rules: page.rules.map(turn),
    fills: page.fills.map(turn),
    images: page.images.map(turn),
    dots: page.dots.map(turn),
    ticks: page.ticks.map(turn),
    shapes: page.shapes.map(turn),
    links: page.links.map(turn),
    fields: page.fields.map(turn),
    ...(page.regions && { regions: page.regions.map(turn) }),
  };
}
