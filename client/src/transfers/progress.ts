export interface TransferProgress {
  /** The bytes transferred so far. */
  loaded: number;
  total: number;
  /** The mean of the last seconds; 0 until it is known. */
  bytesPerSecond: number;
}

const windowMs = 5000;

/** Counts bytes and their rate over the last five seconds. */
export function measureProgress(total: number, tell: ((progress: TransferProgress) => void) | undefined) {
  const marks: { at: number; loaded: number }[] = [];
  return (loaded: number): void => {
    const at = Date.now();
    marks.push({ at, loaded });
    while (marks.length > 2 && at - marks[1]!.at > windowMs) marks.shift();
    const { at: since, loaded: before } = marks[0]!;
    const bytesPerSecond = at > since ? Math.max(0, ((loaded - before) * 1000) / (at - since)) : 0;
    tell?.({ loaded, total, bytesPerSecond });
  };
}
