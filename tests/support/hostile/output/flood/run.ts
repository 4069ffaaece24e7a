import { spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { type HostileRun, onlyInSandbox, runInSecondThread } from '../../probe-context.ts';

const block = Buffer.alloc(1024 * 1024, 1);

/** The channel accepts only so much at a time. */
function writeFully(bytes: Buffer): void {
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(3, bytes, sent);
    } catch {}
  }
}

const python = (script: string) => spawn('/usr/bin/python3', ['-c', script], { stdio: 'inherit' });

/** A path that is longer than the kernel accepts or reports. */
const farFolders = Array.from({ length: 20 }, () => 'd'.repeat(250));
function makeLongPath(dir: string): void {
  process.chdir(dir);
  for (const name of farFolders) {
    mkdirSync(name);
    process.chdir(name);
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
  // Once the first thread of a process has ended, /proc shows no open files for the whole process.
  leaderless: (dir: string) => {
    const script = `import os
file = os.open("${dir}/gone", os.O_WRONLY | os.O_CREAT)
os.unlink("${dir}/gone")
def work():
    while True: os.write(file, bytes(1048576))`;
    python(runInSecondThread(script));
  },
  // Python's own mapping would keep the file open.
  mapped: (dir: string) => {
    python(`import ctypes, os
libc = ctypes.CDLL(None)
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
while True:
    file = os.open("${dir}/gone", os.O_RDWR | os.O_CREAT)
    os.write(file, bytes(4194304))
    libc.mmap(None, 4096, 1, 1, file, 0)
    os.unlink("${dir}/gone")
    os.close(file)`);
  },
  programs: (dir: string) => {
    const padded = Buffer.concat([readFileSync('/usr/bin/sleep'), Buffer.alloc(16 * 1024 * 1024, 1)]);
    for (let index = 0; index < 20; index++) {
      writeFileSync(`${dir}/sleep`, padded, { mode: 0o700 });
      spawn(`${dir}/sleep`, ['60']);
      unlinkSync(`${dir}/sleep`);
    }
  },
  // A program that its user may not read shows its open files only to root.
  unreadable: (dir: string) => {
    copyFileSync('/usr/bin/dd', `${dir}/dd`);
    chmodSync(`${dir}/dd`, 0o111);
    writeFileSync(`${dir}/gone`, '');
    const file = openSync(`${dir}/gone`, 'w');
    unlinkSync(`${dir}/gone`);
    spawn(`${dir}/dd`, ['if=/dev/full', 'bs=1M'], { stdio: ['ignore', file, 'inherit'] });
    closeSync(file);
  },
  far: (dir: string) => {
    makeLongPath(dir);
    for (let index = 0; ; index++) writeFileSync(`${index}`, block);
  },
  unnamedFar: (dir: string) => {
    makeLongPath(dir);
    const fd = openSync('gone', 'w');
    unlinkSync('gone');
    for (const name of farFolders) {
      process.chdir('..');
      rmdirSync(name);
    }
    for (;;) writeSync(fd, block);
  },
  closed: (dir: string) => {
    mkdirSync(`${dir}/closed`);
    const fd = openSync(`${dir}/closed/big`, 'w');
    chmodSync(`${dir}/closed`, 0);
    for (;;) writeSync(fd, block);
  },
  empty: (dir: string) => {
    for (let index = 0; index < 4; index++)
      python(`import os, time
for each in range(4000):
    os.open("${dir}/${index}", os.O_WRONLY | os.O_CREAT)
    os.unlink("${dir}/${index}")
time.sleep(60)`);
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
    for (;;) writeFully(Buffer.from(line));
  },
  line: () => {
    for (;;) writeFully(Buffer.alloc(65_536, 120));
  },
  child: (dir: string) => {
    spawn('/bin/sh', ['-c', `cat /dev/full > ${dir}/big`]);
  },
} as const;

/** Writes without end to the requested place. */
export const run: HostileRun<{ where: keyof typeof floods }> = async ({ options, dir }) => {
  onlyInSandbox();
  floods[options.where](dir);
  return new Promise(() => {});
};
