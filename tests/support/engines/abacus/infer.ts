import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { getPriority } from 'node:os';
import type { Infer } from '../../../../src/engines/model.ts';

const loaded = Date.now();
let calls = 0;
const tries = (action: () => unknown): string => {
  try {
    return `ok ${action()}`;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};

const reaches = (port: number): Promise<string> =>
  new Promise(resolve => {
    try {
      const socket = connect(port, '127.0.0.1', () => resolve('connected'));
      socket.on('error', error => resolve((error as { code?: string }).code ?? 'error'));
    } catch (error) {
      resolve(String(error));
    }
  });

/** A model that multiplies, or misbehaves in its host as requested. */
export const infer: Infer = async ({
  modelDir,
  input,
  output,
  params,
  settings,
  threads,
  progress,
  partial,
}) => {
  calls += 1;
  if (params.do === 'die') process.kill(process.pid, 'SIGKILL');
  if (params.do === 'hang') {
    for (let count = 1; count <= 4; count++) {
      partial(`hanging ${count}`);
      await new Promise(resolve => setTimeout(resolve, 100));
    }
    for (;;);
  }
  if (params.do === 'hoard') {
    const held: Buffer[] = [];
    for (;;) held.push(Buffer.alloc(16 * 1024 * 1024, held.length + 1));
  }
  if (params.do === 'link' && output !== undefined) {
    execFileSync('/bin/ln', ['-s', '/etc/passwd', output]);
    return {};
  }
  if (params.do === 'look' && output !== undefined) {
    const work = readdirSync('/work', { recursive: true, encoding: 'utf8' });
    writeFileSync(output, '');
    return {
      work,
      tmp: readdirSync('/tmp'),
      weights: readFileSync(`${modelDir}/weights.txt`, 'utf8'),
      write: tries(() => writeFileSync(`${modelDir}/weights.txt`, 'mine')),
      create: tries(() => writeFileSync(`${modelDir}/new`, 'mine')),
      environment: Object.keys(process.env).sort(),
      network: await reaches(Number(params.port)),
      priority: getPriority(),
      session: tries(() => readFileSync('/proc/self/autogroup', 'utf8').trim()),
      uid: process.getuid?.(),
    };
  }
  const numbers = new Float32Array(new Uint8Array(readFileSync(input)).buffer);
  progress(0.5);
  partial({ half: true });
  if (output !== undefined)
    writeFileSync(
      output,
      numbers.map(number => number * Number(settings.factor)),
    );
  return { loaded, calls, threads, sum: numbers.reduce((sum, number) => sum + number, 0) };
};
