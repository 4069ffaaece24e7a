/** What arrives, until there is a reason to take no more: then it fails with that, also while nothing comes. */
export function makeRefusable(source: AsyncIterable<Uint8Array>): {
  chunks: AsyncIterable<Uint8Array>;
  refuse(reason: Error): void;
} {
  let refusal: Error | undefined;
  let wake = (_reason: Error): void => {};

  async function* chunks(): AsyncIterable<Uint8Array> {
    const iterator = source[Symbol.asyncIterator]();
    try {
      for (;;) {
        const step = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
          if (refusal) return reject(refusal);
          wake = reject;
          iterator.next().then(resolve, reject);
        });
        if (step.done) return;
        yield step.value;
      }
    } finally {
      // Not waited for: it comes about with the next bytes, and those may never come.
      void iterator.return?.().catch(() => {});
    }
  }

  return {
    chunks: chunks(),
    refuse(reason) {
      refusal ??= reason;
      wake(refusal);
    },
  };
}
