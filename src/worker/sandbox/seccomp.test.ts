import { describe, expect, test } from 'vitest';
import { type Architecture, buildSeccompFilter } from './seccomp.ts';
import { type Syscall, syscalls } from './syscalls.ts';

const audit = { arm64: 0xc00000b7, x64: 0xc000003e };
const plain = {
  arm64: { read: 63, openat: 56, execve: 221, futex: 98 },
  x64: { read: 0, openat: 257, execve: 59, futex: 202 },
};

/** Runs the filter as the kernel would, so that both architectures are proved on either. */
function verdict(program: Buffer, arch: number, number: number, args: number[] = []): string {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(arch, 4);
  args.forEach((value, index) => {
    data.writeBigUInt64LE(BigInt(value), 16 + 8 * index);
  });
  let a = 0;
  for (let at = 0; at * 8 < program.length; at++) {
    const code = program.readUInt16LE(at * 8);
    const [yes, no] = [program.readUInt8(at * 8 + 2), program.readUInt8(at * 8 + 3)];
    const k = program.readUInt32LE(at * 8 + 4);
    if (code === 0x20) a = data.readUInt32LE(k);
    else if (code === 0x54) a = (a & k) >>> 0;
    else if (code === 0x15) at += a === k ? yes : no;
    else if (code === 0x35) at += a >= k ? yes : no;
    else if (code === 0x45) at += (a & k) !== 0 ? yes : no;
    else if (code === 0x06) {
      if (k === 0x7fff0000) return 'allow';
      return k === 0x80000000 ? 'kill' : `errno ${k & 0xffff}`;
    } else throw new Error(`instruction ${code}`);
  }
  throw new Error('fell off the end');
}

describe.each(['arm64', 'x64'] as Architecture[])('%s', arch => {
  const program = buildSeccompFilter(arch);
  const column = arch === 'arm64' ? 0 : 1;
  const ask = (name: Syscall, ...args: number[]) =>
    verdict(program, audit[arch], syscalls[name][column]!, args);

  test('allows ordinary system calls', () => {
    for (const number of Object.values(plain[arch]))
      expect(verdict(program, audit[arch], number)).toBe('allow');
  });

  test('refuses system calls that could escape the sandbox', () => {
    for (const name of ['ptrace', 'mount', 'unshare', 'setns', 'bpf', 'keyctl', 'open_by_handle_at'] as const)
      expect(ask(name), name).toBe('errno 1');
    for (const name of ['sendmsg', 'sendmmsg'] as const) expect(ask(name), name).toBe('errno 1');
    for (const name of ['setxattr', 'lsetxattr', 'fsetxattr', 'setxattrat'] as const)
      expect(ask(name), name).toBe('errno 95');
    for (const name of ['clone3', 'io_uring_setup', 'memfd_create', 'shmget'] as const)
      expect(ask(name), name).toBe('errno 38');
  });

  test('allows threads and child processes, but not new namespaces', () => {
    expect(ask('clone', 0x3d0f00)).toBe('allow');
    expect(ask('clone', 0x1200011)).toBe('allow');
    for (const flag of [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000])
      expect(ask('clone', flag | 17), flag.toString(16)).toBe('errno 1');
  });

  test('allows unsharing a mount namespace, and no other kind', () => {
    expect(ask('unshare', 0x20000)).toBe('allow');
    for (const flag of [0, 0x10000000, 0x10020000, 0x40020000, 0x400])
      expect(ask('unshare', flag), flag.toString(16)).toBe('errno 1');
    for (const name of ['statmount', 'listmount'] as const) expect(ask(name), name).toBe('errno 38');
  });

  test('does not let a thread have its own file descriptor table', () => {
    expect(ask('clone', 0x3d0f00 & ~0x400)).toBe('errno 1');
    expect(ask('close_range', 3, 0xffffffff, 0)).toBe('allow');
    expect(ask('close_range', 3, 0xffffffff, 4)).toBe('allow');
    expect(ask('close_range', 3, 0xffffffff, 2)).toBe('errno 1');
  });

  test('does not let a process make itself undumpable', () => {
    expect(ask('prctl', 4, 0)).toBe('errno 1');
    for (const option of [1, 15, 22, 38]) expect(ask('prctl', option, 0)).toBe('allow');
  });

  test('allows only unix sockets', () => {
    expect(ask('socket', 1)).toBe('allow');
    for (const family of [2, 10, 16, 17, 40]) expect(ask('socket', family)).toBe('errno 97');
  });

  test('allows private and file mappings, but not shared anonymous ones', () => {
    expect(ask('mmap', 0, 4096, 3, 0x22)).toBe('allow');
    expect(ask('mmap', 0, 4096, 3, 0x01)).toBe('allow');
    expect(ask('mmap', 0, 4096, 3, 0x21)).toBe('errno 12');
    expect(ask('mmap', 0, 4096, 3, 0x23)).toBe('errno 12');
  });

  test('kills a process that uses another architecture’s system calls', () => {
    expect(verdict(program, 0x40000003, 1)).toBe('kill');
    if (arch === 'x64') expect(verdict(program, audit.x64, 0x40000000 + 101)).toBe('kill');
  });
});
