/** Returns red, green and blue from 0 to 1. */
export const parseColour = (color: string): [number, number, number] => {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
};
