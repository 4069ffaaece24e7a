import { sharp } from '../../../engines/sharp/engine.ts';
import { changeFrames, type Frames } from './frame.ts';
import type { OperationOf } from './options.ts';

/** Draws a text over every frame at the same place. */
export async function addWatermark(frames: Frames, operation: OperationOf<'watermark'>): Promise<Frames> {
  const { width, height } = frames[0];
  const letters = operation.size ?? Math.max(8, Math.round(Math.min(width, height) / 20));
  const margin = Math.min(letters, Math.floor(Math.min(width, height) / 8));
  const room = { width: Math.max(1, width - 2 * margin), height: Math.max(1, height - 2 * margin) };
  const text = await renderText(operation, letters, room);
  if (operation.tile) {
    const padding = { top: letters, bottom: letters, left: letters, right: letters };
    const tile = await sharp(text.data)
      .extend({ ...padding, background: 'transparent' })
      .png()
      .toBuffer({ resolveWithObject: true });
    const size = { width: Math.min(width, tile.info.width), height: Math.min(height, tile.info.height) };
    const cut = await sharp(tile.data)
      .extract({ left: 0, top: 0, ...size })
      .png()
      .toBuffer();
    return changeFrames(frames, pipeline =>
      pipeline.composite([{ input: cut, tile: true, gravity: 'northwest' }]),
    );
  }
  const { position = 'bottom-right' } = operation;
  const across = position.includes('left') ? 0 : position.includes('right') ? 1 : 0.5;
  const down = position.includes('top') ? 0 : position.includes('bottom') ? 1 : 0.5;
  const left = margin + Math.round((room.width - text.info.width) * across);
  const top = margin + Math.round((room.height - text.info.height) * down);
  return changeFrames(frames, pipeline => pipeline.composite([{ input: text.data, left, top }]));
}

/** Renders the text as a picture, smaller if it would not fit. */
function renderText(
  { text, colour = 'white', opacity = 0.6 }: OperationOf<'watermark'>,
  letters: number,
  room: { width: number; height: number },
) {
  const percent = Math.max(1, Math.round(opacity * 100));
  const markup = `<span foreground="${toPangoColour(colour)}" fgalpha="${percent}%">${escapeMarkup(text)}</span>`;
  return sharp({ text: { text: markup, rgba: true, font: `sans bold ${letters}`, dpi: 72, align: 'left' } })
    .resize(room.width, room.height, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true });
}

const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.codePointAt(0)};`);

/** Pango accepts names and six digits; alpha is set separately. */
const toPangoColour = (colour: string): string => {
  if (!colour.startsWith('#')) return colour === 'transparent' ? 'white' : colour;
  const digits = colour.slice(1);
  const long = digits.length < 6 ? [...digits].map(digit => digit + digit).join('') : digits;
  return `#${long.slice(0, 6)}`;
};
