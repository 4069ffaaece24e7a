/** Seconds of speech that are recognised in one second, until that has been measured. */
const assumedPace = 4;
const reportEveryMs = 500;
/** The part of a window that may be reported before its end. */
const mostOfWindow = 0.95;

/**
 * Runs a call that recognises these many windows, `seconds` long in all. A window is recognised in one step that reports
 * nothing, so progress moves towards the end of the step at the measured pace, ever more slowly.
 */
export async function withEstimates<Heard>(
  { windows, seconds }: { windows: number; seconds: number },
  report: (fraction: number) => void,
  recognise: (onFraction: (fraction: number) => void) => Promise<Heard>,
): Promise<Heard> {
  const begun = performance.now();
  let known = 0;
  let knownAt = begun;
  let stepMs = (1000 * seconds) / windows / assumedPace;
  const timer = setInterval(() => {
    const done = 1 - Math.exp((knownAt - performance.now()) / stepMs);
    report(Math.min(1, known + (mostOfWindow * done) / windows));
  }, reportEveryMs);
  try {
    return await recognise(fraction => {
      known = fraction;
      knownAt = performance.now();
      if (known > 0) stepMs = (knownAt - begun) / (known * windows);
      report(known);
    });
  } finally {
    clearInterval(timer);
  }
}
