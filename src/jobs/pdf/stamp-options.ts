import { Type } from 'typebox';

export const positions = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;

export const colorOption = (standard: string) =>
  Type.String({
    description: 'Colour as six hexadecimal digits, `#rrggbb`.',
    pattern: '^#[0-9a-fA-F]{6}$',
    default: standard,
  });

/** Red, green, blue, 0 to 1. */
export const parseColour = (color: string): [number, number, number] => {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
};
