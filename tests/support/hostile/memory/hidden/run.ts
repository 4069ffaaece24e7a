import { execFileSync } from 'node:child_process';
import { type HostileRun, onlyInSandbox, report } from '../../probe-context.ts';

/** Requests memory that is charged to no process, and tries to hold files where nobody looks. */
const script = `
import ctypes, json, mmap, os, socket, tempfile
libc = ctypes.CDLL(None, use_errno=True)
found = {}
def tried(name, action):
    try:
        found[name] = 'got it' if action() else 'refused'
    except Exception as error:
        found[name] = 'refused'
tried('shared anonymous', lambda: mmap.mmap(-1, 4096, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS))
tried('private anonymous', lambda: mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
tried('memfd', lambda: os.memfd_create('x') >= 0)
tried('sysv', lambda: libc.shmget(0, 4096, 0o1600) >= 0)
tried('zero', lambda: mmap.mmap(os.open('/dev/zero', os.O_RDWR), 4096, mmap.MAP_SHARED))
tried('zero reads', lambda: open('/dev/zero', 'rb').read(4) == bytes(4))
here, there = socket.socketpair()
file = tempfile.TemporaryFile()
tried('file sent', lambda: socket.send_fds(here, [b'x'], [file.fileno()]))
tried('text sent', lambda: here.send(b'text') and there.recv(4) == b'text')
tried('not dumpable', lambda: libc.prctl(4, 0) == 0)
tried('thread named', lambda: libc.prctl(15, b'name') == 0)
tried('attribute', lambda: os.setxattr(file.fileno(), 'user.x', b'y') is None)
print(json.dumps(found))
`;

export const run: HostileRun<unknown> = async ({ dir }) => {
  onlyInSandbox();
  return report(dir, JSON.parse(execFileSync('/usr/bin/python3', ['-c', script], { encoding: 'utf8' })));
};
