import { spawn } from 'node:child_process';
import { linkSync, mkdirSync, openSync, unlinkSync, writeFileSync, writeSync } from 'node:fs';
import { type HostileRun, leaderless, onlyInSandbox } from '../../probe-context.ts';

const block = Buffer.alloc(1024 * 1024, 1);

/** The channel takes only so much at a time. */
function insist(bytes: Buffer): void {
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(3, bytes, sent);
    } catch {}
  }
}

const floods = {
  file: (dir: string) => {
    const fd = openSync(`${dir}/big`, 'w');
    for (;;) writeSync(fd, block);
  },
  unnamed: (dir: string) => {
    const fd = openSync(`${dir}/gone`, 'w');
    unlinkSync(`${dir}/gone`);
    for (;;) writeSync(fd, block);
  },
  // The first thread of a process, which stands for all of it, has nothing open any more once it has ended.
  leaderless: (dir: string) => {
    const script = `import os
file = os.open("${dir}/gone", os.O_WRONLY | os.O_CREAT)
os.unlink("${dir}/gone")
def work():
    while True: os.write(file, bytes(1048576))`;
    spawn('/usr/bin/python3', ['-c', leaderless(script)], { stdio: 'inherit' });
  },
  files: (dir: string) => {
    writeFileSync(`${dir}/first`, '');
    for (let index = 0; ; index++) linkSync(`${dir}/first`, `${dir}/${index}`);
  },
  tmp: () => {
    for (let index = 0; ; index++) writeFileSync(`/tmp/${index}`, block);
  },
  deep: (dir: string) => {
    process.chdir(dir);
    for (;;) {
      mkdirSync('down');
      process.chdir('down');
    }
  },
  stdout: () => {
    for (;;) writeSync(1, block);
  },
  messages: () => {
    const line = `${JSON.stringify({ job: 1, progress: 5 })}\n`.repeat(1000);
    for (;;) insist(Buffer.from(line));
  },
  line: () => {
    for (;;) insist(Buffer.alloc(65_536, 120));
  },
  child: (dir: string) => {
    spawn('/bin/sh', ['-c', `cat /dev/full > ${dir}/big`]);
  },
} as const;

/** Writes without end, to wherever it is told. */
export const run: HostileRun<{ where: keyof typeof floods }> = async ({ options, dir }) => {
  onlyInSandbox();
  floods[options.where](dir);
  return new Promise(() => {});
};
