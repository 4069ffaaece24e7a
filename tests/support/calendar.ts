import { setTimeout as sleep } from 'node:timers/promises';

const seconds = { minute: 60, day: 86_400 };

/**
 * Waits until a period boundary that is near has passed: counters restart with the minute, the day and the month, and a
 * test must not straddle that.
 */
export async function waitForPeriodStart(of: keyof typeof seconds, room = 15): Promise<void> {
  const left = seconds[of] - ((Date.now() / 1000) % seconds[of]);
  if (left < room) await sleep(left * 1000 + 50);
}
