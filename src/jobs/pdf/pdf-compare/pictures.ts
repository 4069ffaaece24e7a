import type { Box } from '../../../documents/boxes.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { type Mark, markColours } from './marks.ts';
import type { Difference, DrawnPage } from './visual.ts';

const gap = 12;
/** The ink of pixels that only the old or only the new page has. */
const inks = [
  [200, 0, 0],
  [0, 120, 30],
] as const;

interface SheetSide {
  page?: DrawnPage | undefined;
  marks: readonly Mark[];
}

/** Draws two pages side by side, with their marks and the pixels in which they differ. */
export async function drawSheet(
  sides: { old: SheetSide; new: SheetSide },
  difference: Difference | undefined,
  path: string,
): Promise<{ width: number; height: number }> {
  const pages = [sides.old, sides.new];
  const shapes = pages.map(({ page }, at) => page ?? pages[1 - at]!.page!);
  const width = shapes[0]!.width + gap + shapes[1]!.width;
  const height = Math.max(...shapes.map(shape => shape.height));
  const data = new Uint8Array(width * height * 3).fill(0xd8);
  for (const [at, { page, marks }] of pages.entries()) {
    if (!page) continue;
    const left = at === 0 ? 0 : shapes[0]!.width + gap;
    for (let y = 0; y < page.height; y++)
      data.set(page.data.subarray(3 * y * page.width, 3 * (y + 1) * page.width), 3 * (y * width + left));
    const paint = (x: number, y: number, colour: readonly number[], isSolid: boolean) => {
      const pixel = 3 * (y * width + left + x);
      for (let channel = 0; channel < 3; channel++) {
        const own = data[pixel + channel]!;
        const [least, most] = [isSolid ? colour[channel]! : 0, isSolid ? 255 : colour[channel]!];
        data[pixel + channel] = least + (own * (most - least)) / 255;
      }
    };
    if (difference)
      for (let y = 0; y < page.height; y++)
        for (let x = 0; x < page.width; x++)
          if (difference.pixels[y * difference.width + x]) paint(x, y, inks[at]!, true);
    for (const mark of marks) fillBox(mark.box, page, (x, y) => paint(x, y, markColours[mark.colour], false));
  }
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 6 })
    .toFile(path);
  return { width, height };
}

function fillBox(
  { left, top, right, bottom }: Box,
  { width, height, scale }: DrawnPage,
  paint: (x: number, y: number) => void,
): void {
  const [x1, y1] = [Math.min(width, Math.ceil(right * scale)), Math.min(height, Math.ceil(bottom * scale))];
  for (let y = Math.max(0, Math.floor(top * scale)); y < y1; y++)
    for (let x = Math.max(0, Math.floor(left * scale)); x < x1; x++) paint(x, y);
}
