import { computeBilledSeconds } from './facts.ts';

/**
 * Seconds beyond the measured length that are free, since decoders often give a little more. After that, each
 * `step` is charged in advance.
 */
const slack = 1;
const step = 60;

/**
 * Passes on a sound that was charged for by its measured length. A file may hold more than its packets say;
 * the excess is charged before it is processed.
 */
export async function* chargeBeyond(
  { measured, rate, channels }: { measured: number; rate: number; channels: number },
  sound: AsyncIterable<Float32Array>,
  charge: (units: number) => Promise<void>,
): AsyncGenerator<Float32Array> {
  let seconds = 0;
  let charged = measured;
  let enough = measured + slack;
  const chargeAll = async () => {
    charged = seconds;
    enough = seconds + step;
    await charge(computeBilledSeconds({ seconds }));
  };
  for await (const part of sound) {
    seconds += part.length / (channels * rate);
    if (seconds > enough) await chargeAll();
    yield part;
  }
  if (seconds > charged + slack) await chargeAll();
}
