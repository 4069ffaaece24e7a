import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharp } from '../../../engines/sharp/engine.ts';
import { stripExtension } from '../../../formats/declared.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { escapeHtml } from '../../../markup/escape-html.ts';
import type { Run, RunOutput } from '../../run.ts';
import { makeResizeChange } from '../image-resize/resize-change.ts';
import { makeDrawing } from '../pictures/drawing.ts';
import { withPictures } from '../readers/read.ts';
import { writeDrawings } from '../writers/write.ts';
import type { job } from './job.ts';

const largest = 512;
/** The share of a maskable icon that every shape of mask leaves visible. */
const safeShare = 0.8;

interface Icon {
  filename: string;
  side: number;
  /** True if the icon has no transparency, and how much of its side the picture takes. */
  isFilled?: true;
  share?: number;
}

const icons: Icon[] = [
  { filename: 'favicon-16x16.png', side: 16 },
  { filename: 'favicon-32x32.png', side: 32 },
  { filename: 'apple-touch-icon.png', side: 180, isFilled: true },
  { filename: 'icon-192.png', side: 192 },
  { filename: 'icon-512.png', side: largest },
  { filename: 'icon-maskable-512.png', side: largest, isFilled: true, share: safeShare },
];

/** The sizes in favicon.ico follow from the picture it is made of. */
const icoSide = 48;

const makeHead = (themeColor: string): string =>
  [
    '<link rel="icon" href="/favicon.ico" sizes="any">',
    '<link rel="icon" type="image/png" sizes="32x32" href="/favicon-32x32.png">',
    '<link rel="icon" type="image/png" sizes="16x16" href="/favicon-16x16.png">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    `<meta name="theme-color" content="${escapeHtml(themeColor)}">`,
    '',
  ].join('\n');

const makeManifest = (name: string, themeColor: string, background: string): string => {
  const describe = (src: string, side: number, more = {}) => ({
    ...{ src, sizes: `${side}x${side}`, type: 'image/png' },
    ...more,
  });
  const manifest = {
    ...{ name, short_name: name, start_url: '/', display: 'standalone' },
    ...{ theme_color: themeColor, background_color: background },
    icons: [
      describe('/icon-192.png', 192),
      describe('/icon-512.png', largest),
      describe('/icon-maskable-512.png', largest, { purpose: 'maskable' }),
    ],
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
};

export const run: Run<typeof job> = async ({ inputs: [input], options, dir, progress, begin, measure }) => {
  const { background = '#ffffff', themeColor = '#ffffff', name = stripExtension(input.filename) } = options;
  const wanted = { animation: false, pages: false, metadata: false };
  return await withPictures(input, wanted, { dir, begin, measure }, async ([picture]) => {
    const encoding = { format: 'png' as FormatId, keepMetadata: false };
    const draw = (side: number) => {
      const square = { width: side, height: side, fit: 'contain', background: 'transparent' };
      return makeDrawing(picture, encoding, makeResizeChange(picture, square));
    };
    const outputs: RunOutput[] = [];
    const add = (filename: string, format: FormatId, metadata?: RunOutput['metadata']): string => {
      const path = join(dir, filename);
      outputs.push({ path, filename, format, ...(metadata && { metadata }) });
      return path;
    };

    const ico = add('favicon.ico', 'ico');
    await writeDrawings([draw(icoSide)], ico, { ...encoding, format: 'ico' }, dir);
    for (const [index, { filename, side, isFilled, share = 1 }] of icons.entries()) {
      const inner = Math.round(side * share);
      const drawn = await draw(inner).open().png().toBuffer();
      const edge = Math.round((side - inner) / 2);
      const space = { left: edge, top: edge, right: side - inner - edge, bottom: side - inner - edge };
      const extended = sharp(drawn).extend({ ...space, background: 'transparent' });
      const filled = isFilled ? sharp(await extended.png().toBuffer()).flatten({ background }) : extended;
      await filled.png().toFile(add(filename, 'png', { width: side, height: side }));
      progress(20 + 10 * index);
    }
    await writeFile(add('site.webmanifest', 'json'), makeManifest(name, themeColor, background));
    await writeFile(add('head.html', 'html'), makeHead(themeColor));
    return { outputs, engines: [...new Set([...picture.engines, 'sharp'])] };
  });
};
