import { setTimeout as sleep } from 'node:timers/promises';
import { overhead, throughput } from './images.ts';
import { merge } from './merge.ts';
import { alone, crowd, rates } from './requests.ts';
import { startService } from './service.ts';

/** `npm run bench`: the overhead of the service compared with the bare engines, measured in one run on this machine. */
const service = await startService();
try {
  await sleep(5000);
  console.log(`idle memory, all processes: ${service.memoryMb().toFixed(0)} MB; goal ≤ 250 MB`);
  await service.settled();
  console.log(await rates(service, 500));
  console.log(await alone(service));
  console.log(await overhead(service));
  console.log(await crowd(service, 500));
  console.log(await merge(service));
  console.log(await throughput(service, Number(process.argv[2] ?? 1000)));
} finally {
  await service.stop();
}
