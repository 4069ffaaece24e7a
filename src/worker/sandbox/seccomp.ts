import { type Syscall, syscalls } from './syscalls.ts';

const errno = { EPERM: 1, ENOMEM: 12, ENOSYS: 38, EOPNOTSUPP: 95, EAFNOSUPPORT: 97 } as const;

/** Calls that reach another process, another namespace, the kernel's own code or its clock. */
const forbidden: Syscall[] = [
  ...(['ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise', 'pidfd_getfd', 'kcmp'] as const),
  ...(['mount', 'umount2', 'pivot_root', 'move_mount', 'open_tree', 'mount_setattr'] as const),
  ...(['fsopen', 'fsconfig', 'fsmount', 'fspick', 'setns'] as const),
  ...(['open_by_handle_at', 'name_to_handle_at', 'fanotify_init'] as const),
  ...(['add_key', 'request_key', 'keyctl', 'bpf', 'perf_event_open', 'lookup_dcookie'] as const),
  ...(['init_module', 'finit_module', 'delete_module', 'kexec_load', 'kexec_file_load', 'reboot'] as const),
  ...(['swapon', 'swapoff', 'acct', 'quotactl', 'quotactl_fd', 'syslog', 'vhangup', 'nfsservctl'] as const),
  ...([
    'settimeofday',
    'clock_settime',
    'clock_adjtime',
    'adjtimex',
    'sethostname',
    'setdomainname',
  ] as const),
  ...(['move_pages', 'migrate_pages', 'ioperm', 'iopl', 'modify_ldt', 'uselib', 'ustat', 'sysfs'] as const),
];

/**
 * These fail as on a kernel without them, so that callers use the older calls. Those of the second line
 * allocate memory that counts towards no process, so that only a control group could see it.
 */
const absent: Syscall[] = [
  ...(['clone3', 'io_uring_setup', 'io_uring_enter', 'io_uring_register', 'userfaultfd'] as const),
  ...(['memfd_create', 'memfd_secret', 'shmget', 'msgget', 'semget'] as const),
  // These would reveal the machine's folder behind a mount.
  ...(['statmount', 'listmount'] as const),
];

/** Extended attributes take space that on some file systems is not included in a file's size. */
const attributes: Syscall[] = ['setxattr', 'lsetxattr', 'fsetxattr', 'setxattrat'];

/**
 * A file sent through a socket and not received stays open where it cannot be counted. Calls that cannot send
 * files (`write`, `send`) remain. Only hosts for a program of several processes, such as a browser, may send files.
 */
const handingOver: Syscall[] = ['sendmsg', 'sendmmsg'];

const cloneNewNamespaces = 0x7e020000;
const cloneNewMounts = 0x20000;
const cloneThread = 0x10000;
const cloneFiles = 0x400;
const closeRangeUnshare = 2;
const sharedAnonymous = 0x21;
const unixSockets = 1;
const internetSockets = [2, 10];
const setDumpable = 4;

const architectures = {
  arm64: { column: 0, audit: 0xc00000b7 },
  x64: { column: 1, audit: 0xc000003e },
} as const;
export type Architecture = keyof typeof architectures;
export const hasFilter = (arch: string): arch is Architecture => arch in architectures;

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, k: number];
const numberAt = 0;
const archAt = 4;
const argumentAt = (index: number) => 16 + 8 * index;
const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const and = (mask: number): Instruction => [0x54, 0, 0, mask];
const ifEqual = (k: number, skipTrue: number, skipFalse: number): Instruction => [
  0x15,
  skipTrue,
  skipFalse,
  k,
];
const ifAtLeast = (k: number, skipTrue: number, skipFalse: number): Instruction => [
  0x35,
  skipTrue,
  skipFalse,
  k,
];
const ifAnyBit = (k: number, skipTrue: number, skipFalse: number): Instruction => [
  0x45,
  skipTrue,
  skipFalse,
  k,
];
const refuse = (code: number): Instruction => [0x06, 0, 0, 0x00050000 | code];
const allow: Instruction = [0x06, 0, 0, 0x7fff0000];
const kill: Instruction = [0x06, 0, 0, 0x80000000];

/** Builds the filter for `bwrap --seccomp`: an array of `struct sock_filter`. */
export function buildSeccompFilter(
  arch: Architecture,
  { passesFiles = false, usesLoopback = false } = {},
): Buffer {
  const { column, audit } = architectures[arch];
  const program: Instruction[] = [load(archAt), ifEqual(audit, 1, 0), kill, load(numberAt)];
  // The x32 numbers would be a second, unfiltered set of the same calls.
  if (arch === 'x64') program.push(ifAtLeast(0x40000000, 0, 1), kill);

  const when = (name: Syscall, ...body: Instruction[]) => {
    const number = syscalls[name][column];
    if (number !== null) program.push(ifEqual(number, 0, body.length), ...body);
  };
  for (const name of forbidden) when(name, refuse(errno.EPERM));
  if (!passesFiles) for (const name of handingOver) when(name, refuse(errno.EPERM));
  for (const name of absent) when(name, refuse(errno.ENOSYS));
  for (const name of attributes) when(name, refuse(errno.EOPNOTSUPP));
  // A thread with its own table of open files would have them where they are not counted.
  when(
    'clone',
    load(argumentAt(0)),
    ifAnyBit(cloneNewNamespaces, 2, 0),
    and(cloneThread | cloneFiles),
    ifEqual(cloneThread, 0, 1),
    refuse(errno.EPERM),
    allow,
  );
  // Entering the sandbox needs this one and `chroot`; once inside, a process lacks the privilege for either.
  when('unshare', load(argumentAt(0)), ifEqual(cloneNewMounts, 1, 0), refuse(errno.EPERM), allow);
  // The open files of a process that is not dumpable are visible only to root.
  when('prctl', load(argumentAt(0)), ifEqual(setDumpable, 0, 1), refuse(errno.EPERM), allow);
  when('close_range', load(argumentAt(2)), ifAnyBit(closeRangeUnshare, 0, 1), refuse(errno.EPERM), allow);
  // Every other socket family is refused too: vsock, for example, reaches the machine's host from any network namespace.
  // Hosts that may use IP run in a network namespace that has only its own loopback.
  const families = usesLoopback ? [...internetSockets, unixSockets] : [unixSockets];
  when(
    'socket',
    load(argumentAt(0)),
    ...families.map((family, index) => ifEqual(family, families.length - index, 0)),
    refuse(errno.EAFNOSUPPORT),
    allow,
  );
  // Shared anonymous pages can be unmapped by every process and still be held.
  when(
    'mmap',
    load(argumentAt(3)),
    and(sharedAnonymous),
    ifEqual(sharedAnonymous, 0, 1),
    refuse(errno.ENOMEM),
    allow,
  );
  program.push(allow);

  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, jumpTrue, jumpFalse, k], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jumpTrue, index * 8 + 2);
    bytes.writeUInt8(jumpFalse, index * 8 + 3);
    bytes.writeUInt32LE(k >>> 0, index * 8 + 4);
  });
  return bytes;
}
