/** What one image may be. A picture beyond these is refused from its header, before anything is decoded. */

/** Pixels of one frame or page. */
export const maxPixels = 16_383 * 16_383;

/** Pixels of all frames together, where they pass through in a stream. */
export const maxAnimationPixels = 1_000_000_000;

/** Pixels held in memory at once: by decoders that give the whole picture, and by frames edited one by one. */
export const maxHeldPixels = 128_000_000;

export const maxFrames = 10_000;
export const maxPages = 2_000;

/** Bytes of a drawing's markup. */
export const maxSvgBytes = 32 * 1024 * 1024;

/** The longest side an output may be asked to have. */
export const maxSide = 16_383;

/** Pixels decoded on the way to the frames of an AVIF: each costs all those before it. */
export const maxAvifDecodedPixels = 20_000_000_000;

/** Pixels of a JPEG XL to read, of all frames together: its decoder takes up to 20 bytes for each. */
export const maxJxlReadPixels = 100_000_000;

/** Pixels of a JPEG XL to write: its encoder takes up to 70 bytes for each. */
export const maxJxlWritePixels = 50_000_000;
