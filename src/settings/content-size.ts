/** The sizes of a file's content that plans limit, by the names of these limits. */
export interface ContentSize {
  /** Seconds of the recording that are converted. */
  mediaSeconds?: number;
  /** Pixels of an image with all its frames and pages, or of one frame of a video. */
  megapixels?: number;
  /** Files that are taken out of an archive. */
  archiveEntries?: number;
}

/** The least that a plan can allow. Jobs of smaller files need not ask what their plan allows. */
export const minAllowed: Required<ContentSize> = { mediaSeconds: 10, megapixels: 4, archiveEntries: 10 };

export const contentKinds = Object.keys(minAllowed) as (keyof ContentSize)[];

/** Returns true if every plan allows content of this size. */
export const isAlwaysAllowed = (size: ContentSize): boolean =>
  contentKinds.every(kind => (size[kind] ?? 0) <= minAllowed[kind]);
