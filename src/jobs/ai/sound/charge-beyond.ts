import { computeBilledSeconds } from './facts.ts';

/** In seconds: so much more than was measured is not charged, since decoders often give a little more. Beyond, each `step` is charged at once. */
const slack = 1;
const step = 60;

/**
 * Passes on a sound that was charged for by its measured length. A file may hold more than its packets say: what comes
 * beyond is charged for too, before it is worked on.
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
