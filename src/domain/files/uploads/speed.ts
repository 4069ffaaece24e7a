/** The least that a sender must bring. */
export interface LeastSpeed {
  /** A sender that is silent for longer is too slow. */
  uploadIdleSeconds: number;
  /** A sender that brings fewer than `uploadBytesPerSecond` over this long is too slow as well. */
  uploadRateSeconds: number;
  uploadBytesPerSecond: number;
}

/**
 * Measures how fast a sender brings its bytes: a few bytes now and then would keep a connection and a file open for ever. Only the time
 * in which the sender is waited for counts.
 */
export class SenderSpeed {
  readonly #least: LeastSpeed;
  #bytes = 0;
  #waitedMs = 0;
  #silentMs = 0;

  constructor(least: LeastSpeed) {
    this.#least = least;
  }

  /** Notes bytes, or none, that came after so many milliseconds of waiting. */
  note(bytes: number, waitedMs: number): void {
    this.#bytes += bytes;
    this.#waitedMs += waitedMs;
    this.#silentMs = bytes > 0 ? 0 : this.#silentMs + waitedMs;
  }

  /** Whether the sender is too slow, when it has been waited for these milliseconds since the last note. */
  isTooSlow(waitingMs = 0): boolean {
    const { uploadIdleSeconds, uploadRateSeconds, uploadBytesPerSecond } = this.#least;
    if (this.#silentMs + waitingMs > uploadIdleSeconds * 1000) return true;
    const seconds = (this.#waitedMs + waitingMs) / 1000;
    if (seconds < uploadRateSeconds) return false;
    if (this.#bytes < uploadBytesPerSecond * seconds) return true;
    // What was brought long ago does not excuse a sender that drips now.
    this.#bytes = 0;
    this.#waitedMs = -waitingMs;
    return false;
  }
}
