/** Wraps a source so that `refuse(reason)` makes it fail with the reason, even while no bytes come. */
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
      // This is not awaited, because it resolves only with the next bytes, which may never come.
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
