import { readFileSync } from 'node:fs';
import { limits } from '../../src/settings/limits.ts';

/** Loaded into a process before everything else. It shortens the waits after a fault. */
Object.assign(limits, { leaseSeconds: 5, heartbeatSeconds: 1, deliverySeconds: 4, deliveryLeaseSeconds: 8 });

/**
 * The process's clock is off by the milliseconds in a file, from one moment to the next. Timers are not affected, as
 * when somebody sets the clock of a machine.
 */
const file = process.env.CHAOS_CLOCK;
const RealDate = Date;
let wrongBy = 0;

function look(): void {
  try {
    wrongBy = Number(readFileSync(file!, 'utf8')) || 0;
  } catch {
    wrongBy = 0;
  }
}

const now = () => RealDate.now() + wrongBy;

if (file) {
  look();
  setInterval(look, 250).unref();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  RealDate.prototype.constructor = globalThis.Date;
}
