/** Resolves with the value of `coming`, or with nothing if that takes longer than `ms`. */
export function waitShortly<Value>(coming: Promise<Value>, ms: number): Promise<Value | undefined> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms, undefined);
    void coming.then(value => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
