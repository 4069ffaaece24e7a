import { around, type Box } from '../boxes.ts';
import type { Angle } from '../source.ts';
import { mirrorBox } from './characters/right-to-left.ts';
import { turnBack } from './characters/turn.ts';
import type { Direction } from './page.ts';

/** A page that was rotated and mirrored for reading. */
interface ReadPage {
  angle: Angle;
  direction: Direction;
  width: number;
  height: number;
}

/** The size of a page as it is shown. */
export const measureShown = ({ angle, width, height }: ReadPage): { width: number; height: number } =>
  angle === 90 || angle === 270 ? { width: height, height: width } : { width, height };

/** Moves a box from a page that was rotated and mirrored for reading to the page as it is shown. */
export function showBox(piece: Box, page: ReadPage): Box {
  const box = around([piece]);
  const own = page.direction === 'rtl' ? mirrorBox(box, { left: 0, right: page.width }) : box;
  const { width, height } = measureShown(page);
  return turnBack(own, page.angle, width, height);
}
