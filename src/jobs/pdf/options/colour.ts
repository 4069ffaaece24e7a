/** Red, green and blue from 0 to 1. */
export type Colour = [red: number, green: number, blue: number];

/** Reads a colour that is written as `#rrggbb`. */
export const parseColour = (color: string): Colour => {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
};
