/** The slowest a sender may be. */
export interface LeastSpeed {
  /** A sender that is silent for longer is too slow. */
  uploadIdleSeconds: number;
  /** A sender that brings fewer than `uploadBytesPerSecond` over this long is too slow as well. */
  uploadRateSeconds: number;
  uploadBytesPerSecond: number;
}

/**
 * Measures how fast a sender is, because a few bytes now and then would keep a connection and a file open forever. Only the time
 * spent waiting for the sender counts.
 */
export class SenderSpeed {
  readonly #least: LeastSpeed;
  #bytes = 0;
  #waitedMs = 0;
  #silentMs = 0;

  constructor(least: LeastSpeed) {
    this.#least = least;
  }

  /** Records that `bytes` bytes, possibly none, came after waiting this long. */
  note(bytes: number, waitedMs: number): void {
    this.#bytes += bytes;
    this.#waitedMs += waitedMs;
    this.#silentMs = bytes > 0 ? 0 : this.#silentMs + waitedMs;
  }

  /** Tells whether the sender is too slow. `waitingMs` is the time spent waiting since the last note. */
  isTooSlow(waitingMs = 0): boolean {
    const { uploadIdleSeconds, uploadRateSeconds, uploadBytesPerSecond } = this.#least;
    if (this.#silentMs + waitingMs > uploadIdleSeconds * 1000) return true;
    const seconds = (this.#waitedMs + waitingMs) / 1000;
    if (seconds < uploadRateSeconds) return false;
    if (this.#bytes < uploadBytesPerSecond * seconds) return true;
    // Bytes that came long ago do not make up for a slow trickle now.
    this.#bytes = 0;
    this.#waitedMs = -waitingMs;
    return false;
  }
}
