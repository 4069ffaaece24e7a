import { componentsOf, letterHeight } from './components.ts';
import type { Grey } from './grey.ts';
import type { Box } from './matrix.ts';

/** So many shapes that look like letters may lie beside all words: specks, a logo, a page number. */
const few = 8;
const fewShare = 0.03;
/** Words are looked up by bands of this many pixels. */
const band = 64;

/** Whether a page has letters where no word was found: readers overlook columns, prices above all. */
export function leavesLetters(image: Grey, words: readonly Box[]): boolean {
  const usual = letterHeight(image);
  if (usual === undefined) return false;
  const bands: Box[][] = Array.from({ length: Math.ceil(image.height / band) + 1 }, () => []);
  for (const word of words)
    for (let at = Math.floor(word.top / band); at <= Math.floor(word.bottom / band); at++)
      bands[at]?.push(word);
  let [letters, leftOut] = [0, 0];
  for (const { left, top, width, height, ink } of componentsOf(image)) {
    if (height < usual * 0.6 || height > usual * 2 || width > height * 2 || ink < width * height * 0.15)
      continue;
    letters++;
    const [x, y] = [left + width / 2, top + height / 2];
    const covered = bands[Math.floor(y / band)]!.some(
      word => word.left <= x && word.right >= x && word.top <= y && word.bottom >= y,
    );
    if (!covered) leftOut++;
  }
  return leftOut >= few && leftOut > letters * fewShare;
}
