const BLOCK_BYTES = 64 * 1024;

/**
 * Memory for frames, from blocks that hold nothing but frames. Small buffers otherwise come from
 * blocks that the whole process shares, and an event of a hundred bytes, held for hours, would
 * hold a block of 64 KiB whose rest was long given up: small events could take hundreds of times
 * the memory that the log counts. Frames are let go in the order they came, so blocks are too.
 */
export class FrameSpace {
  #block = Buffer.alloc(0);
  #used = 0;

  /** So many bytes, with anything in them. */
  take(bytes: number): Buffer {
    // A large one in a block would leave much of the block before unused.
    if (bytes > BLOCK_BYTES / 8) return Buffer.allocUnsafeSlow(bytes);
    if (this.#used + bytes > this.#block.length) {
      this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += bytes;
    return this.#block.subarray(start, this.#used);
  }
}
