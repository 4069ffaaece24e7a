import { writeFile } from 'node:fs/promises';
import { JobFailure } from '../../contract/failure.ts';
import { limits } from '../../settings/limits.ts';
import type { Page } from './page.ts';

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A strip of a picture, as PNG. */
export interface Strip {
  path: string;
  /** Its place in the picture, in pixels. */
  top: number;
}

export interface Capture {
  width: number;
  height: number;
  strips: Strip[];
}

/** Pixels on a side that the browser draws at once. It leaves more of them blank. */
const maxStripPixels = 4096;

/** Measures the whole page. */
export const measurePage = (page: Page): Promise<Area> =>
  page.evaluate<Area>(`(() => {
    const root = document.scrollingElement ?? document.documentElement;
    return { x: 0, y: 0, width: Math.max(root.scrollWidth, innerWidth), height: Math.max(root.scrollHeight, 1) };
  })()`);

/** Measures the first element that a selector finds, or returns null. */
export const measureElement = (page: Page, selector: string): Promise<Area | null> =>
  page
    .evaluate<Area | null>(`(() => {
    const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
    return box ? { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height } : null;
  })()`)
    .catch(() => null);

/** Takes a picture of an area of the page, in strips that the browser can draw. */
export async function captureArea(
  page: Page,
  area: Area,
  { deviceScale, transparent, dir }: { deviceScale: number; transparent: boolean; dir: string },
): Promise<Capture> {
  const width = Math.round(area.width * deviceScale);
  const height = Math.round(area.height * deviceScale);
  if (width * height > limits.pagePixels)
    throw new JobFailure('limit_exceeded', `a picture of ${width} by ${height} pixels`);
  if (transparent)
    await page.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  const strips: Strip[] = [];
  const stripHeight = Math.max(1, Math.floor(maxStripPixels / deviceScale));
  for (let y = 0; y < area.height; y += stripHeight) {
    const clip = {
      x: area.x,
      y: area.y + y,
      width: area.width,
      height: Math.min(stripHeight, area.height - y),
      scale: 1,
    };
    const { data } = await page.send<{ data: string }>('Page.captureScreenshot', {
      format: 'png',
      clip,
      captureBeyondViewport: true,
      optimizeForSpeed: true,
    });
    const path = `${dir}/strip-${strips.length}.png`;
    await writeFile(path, Buffer.from(data, 'base64'));
    strips.push({ path, top: Math.round(y * deviceScale) });
  }
  return { width, height, strips };
}
