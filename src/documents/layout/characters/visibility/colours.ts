/** Colours whose parts are all at least this light look white. */
const nearlyWhite = 0xf4;

/** Returns true if a colour cannot be told from white paper. */
export const isWhite = (colour: number): boolean =>
  colour >> 16 >= nearlyWhite && ((colour >> 8) & 0xff) >= nearlyWhite && (colour & 0xff) >= nearlyWhite;
