/** A piece of a track as Matroska holds it. */
export interface Block {
  milliseconds: number;
  bytes: Buffer;
}

/** Ids of elements. Elements that hold others are entered, so that nothing waits for their end. */
const segment = 0x18538067;
const cluster = 0x1f43b675;
const blockGroup = 0xa0;
const clusterTime = 0xe7;
const holders = new Set([segment, cluster, blockGroup]);
const blocks = new Set([0xa3, 0xa1]);
/** The track's number, a time of two bytes and a byte of flags stand before a block's content. */
const blockHead = 4;

/** Reads the blocks of Matroska with one track, as FFmpeg writes it into a pipe: one at a time is in memory. */
export async function* readBlocks(stream: AsyncIterable<Buffer>): AsyncGenerator<Block> {
  const reader = new Reader(stream);
  let base = 0;
  for (;;) {
    const id = await reader.takeNumber(true);
    if (id === undefined) return;
    const size = await reader.takeNumber(false);
    if (size === undefined) return;
    if (holders.has(id)) continue;
    const bytes = await reader.take(size);
    if (!bytes) return;
    if (id === clusterTime) base = bytes.readUIntBE(0, bytes.length);
    else if (blocks.has(id))
      yield { milliseconds: base + bytes.readInt16BE(1), bytes: bytes.subarray(blockHead) };
  }
}

class Reader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** Takes the next bytes; undefined if the stream ends before. */
  async take(count: number): Promise<Buffer | undefined> {
    if (this.#held.length < count) {
      const parts = [this.#held];
      for (let length = this.#held.length; length < count; ) {
        const { done, value } = await this.#chunks.next();
        if (done) return undefined;
        parts.push(value);
        length += value.length;
      }
      this.#held = Buffer.concat(parts);
    }
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return taken;
  }

  /** Takes a number that tells its own length by the zeros it begins with; an id keeps the bit that ends them. */
  async takeNumber(isId: boolean): Promise<number | undefined> {
    const first = (await this.take(1))?.[0];
    if (first === undefined) return undefined;
    const length = Math.clz32(first) - 23;
    const rest = length > 1 ? await this.take(length - 1) : Buffer.alloc(0);
    if (!rest) return undefined;
    const start = isId ? first : first & (0xff >> length);
    // A size of all ones means that it is not known beforehand; only elements that are entered have it.
    return rest.reduce((number, byte) => number * 256 + byte, start);
  }
}
