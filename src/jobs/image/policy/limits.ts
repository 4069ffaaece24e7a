/** The limits of one image. A picture beyond them is refused by its header, before anything is decoded. */

/** Pixels of one frame or page. */
export const maxPixels = 16_383 * 16_383;

/** Pixels of all frames together, if they are streamed. */
export const maxAnimationPixels = 1_000_000_000;

/** Pixels in memory at once, for decoders that return the whole picture and for frames edited one by one. */
export const maxHeldPixels = 128_000_000;

export const maxFrames = 10_000;
export const maxPages = 2_000;

/** Bytes of an SVG's markup. */
export const maxSvgBytes = 32 * 1024 * 1024;

/** The longest side of an output. */
export const maxSide = 16_383;

/** Pixels of all frames of a JPEG XL input: its decoder needs up to 20 bytes per pixel. */
export const maxJxlReadPixels = 100_000_000;

/** Pixels of a JPEG XL output: its encoder needs up to 70 bytes per pixel. */
export const maxJxlWritePixels = 50_000_000;
