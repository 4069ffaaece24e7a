import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

const maxPages = 3;

/** Pixels between two pages, and the colour of the line around each. */
const gap = 12;
const line = { r: 216, g: 218, b: 224, alpha: 1 };

/** Draws the first pages of a PDF side by side, as a picture that is shown in its place. */
export async function drawPreview(path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'filemill-preview-'));
  const range = ['-f', '1', '-l', String(maxPages)];
  execFileSync('pdftoppm', ['-cropbox', '-r', '60', ...range, '-png', path, join(folder, 'page')]);
  const names = readdirSync(folder).sort();
  const edge = { top: 1, bottom: 1, left: 1, right: 1, background: line };
  const pages = await Promise.all(
    names.map(name => sharp(join(folder, name)).extend(edge).png().toBuffer({ resolveWithObject: true })),
  );
  rmSync(folder, { recursive: true });
  let left = 0;
  const placed = pages.map(({ data, info }) => {
    const place = { input: data, top: 0, left };
    left += info.width + gap;
    return place;
  });
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const height = Math.max(...pages.map(({ info }) => info.height));
  await sharp({ create: { width: left - gap, height, channels: 4, background } })
    .composite(placed)
    .webp({ quality: 80 })
    .toFile(`${path}.webp`);
}
