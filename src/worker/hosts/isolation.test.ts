import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings, openHosts } from '../../../tests/support/hosts.ts';
import type { Hosts } from '../running/hosts.ts';
import { programRoot } from '../sandbox/program-folders.ts';

interface Reach {
  env: Record<string, string>;
  uid: number;
  groups: number[];
  noNewPrivs: string;
  seccomp: string;
  capabilities: string;
  bounding: string;
  told: string;
  limits: string;
  processes: string[];
  root: string[];
  etc: string[];
  hosts: string[];
  passwd: string;
  descriptors: string[];
  writable: string[];
  read: string[];
  write: string[];
  interfaces: string;
  network: string;
  dns: string;
  shell: string[];
}

let temp: string;
let hosts: Hosts;
let reach: Reach;
let connections = 0;

const readTargets = () => [
  join(temp, 'secret'),
  join(temp, 'data'),
  '/root',
  '/home',
  '/etc/shadow',
  '/etc/ssh',
  '/sys',
  '/run',
  '/boot',
  '/mnt',
  '/proc/1/environ',
  '/proc/1/root/etc/shadow',
  join(programRoot, 'package.json'),
  '/filemill/.git',
  '/filemill/data',
];

const shell = [
  'ls /work/../.. | wc -l',
  'unshare -Ur id',
  'mount -t tmpfs none $HOME',
  'head -c 1 /dev/vda /dev/sda',
  'su -c id root',
  'mknod $HOME/disk b 253 0',
  'dmesg',
  'chroot /tmp /bin/true',
  'unshare --mount true',
];

beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'filemill-isolation-'));
  await writeFile(join(temp, 'secret'), 'the secret');
  await mkdir(join(temp, 'data/files'), { recursive: true });
  process.env.FILEMILL_TEST_SECRET = 'leaked';
  hosts = await openHosts(join(temp, 'data/work'));
  const server = createServer(() => {
    connections += 1;
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  // Another workspace's host stands while this one looks around.
  await findings(hosts, 'echo', {}, { workspaceId: 'wsp_other' });
  const options = {
    read: readTargets(),
    write: ['/etc/passwd', '/filemill/src/x', '/usr/x', '/work/x'],
    port,
    shell,
  };
  reach = await findings<Reach>(hosts, 'reach', options);
  server.close();
});

afterAll(async () => {
  await hosts.close();
  expect(await readdir(join(temp, 'data/work'))).toEqual([]);
  await rm(temp, { recursive: true });
});

describe('inside the sandbox, a job', () => {
  test('has no network', () => {
    expect(reach.network).toMatch(/^E/);
    expect(connections).toBe(0);
    expect(reach.dns).toMatch(/^E/);
    expect(reach.interfaces).not.toMatch(/eth|ens|enp|wlan/);
  });

  test('sees only the environment variables it needs', () => {
    expect(Object.keys(reach.env).sort()).toEqual(['HOME', 'LANG', 'PATH', 'PWD', 'TMPDIR']);
    expect(reach.env.PATH).toBe('/usr/bin:/bin');
    expect(JSON.stringify(reach.env)).not.toContain('leaked');
  });

  test('can read no files of the machine except programs', () => {
    for (const [index, path] of readTargets().entries())
      expect(reach.read[index], path).toMatch(/^E(NOENT|ACCES|PERM)/);
    expect(reach.root).toEqual(expect.arrayContaining(['usr', 'work', 'filemill']));
    for (const name of ['root', 'home', 'srv', 'mnt', 'run', 'sys', 'boot'])
      expect(reach.root).not.toContain(name);
    expect(reach.etc).not.toContain('shadow');
    expect(reach.etc).not.toContain('machine-id');
    expect(reach.passwd.trim().split('\n')).toHaveLength(1);
    expect(reach.descriptors).toEqual([]);
  });

  test('can write only to its own folders', () => {
    const own = reach.writable.filter(path => !/^\/work(\/\d+)?$/.test(path));
    expect(own.sort()).toEqual(['/dev/shm', '/small', '/tmp']);
    for (const outcome of reach.write.slice(0, 3)) expect(outcome).toMatch(/^E/);
  });

  test('sees only its own processes and its own folder', () => {
    expect(reach.processes).toHaveLength(2);
    expect(reach.hosts).toHaveLength(1);
  });

  test('cannot learn where its folders are on the machine', () => {
    expect(reach.told).toContain('/filemill/');
    for (const path of [programRoot, temp, process.execPath]) expect(reach.told).not.toContain(path);
  });

  test('has no privileges and can gain none', () => {
    expect(reach.uid).not.toBe(0);
    expect(reach.groups.filter(group => group !== reach.uid && group !== 65534)).toEqual([]);
    expect(reach.noNewPrivs).toBe('1');
    expect(reach.seccomp).toBe('2');
    expect(reach.capabilities).toBe('0000000000000000');
    expect(reach.bounding).toBe('0000000000000000');
    for (const [index, command] of shell.slice(1).entries())
      expect(reach.shell[index + 1], command).toMatch(/exit [1-9]\d*\s*$/);
  });

  test('has the kernel’s resource limits set', () => {
    expect(reach.limits).toMatch(/Max processes\s+256\s+256/);
    expect(reach.limits).toMatch(/Max core file size\s+0\s+0/);
    expect(reach.limits).toMatch(/Max open files\s+4096\s+4096/);
    expect(reach.limits).toMatch(/Max file size\s+\d+\s+\d+/);
    expect(reach.limits).toMatch(/Max cpu time\s+\d+\s+\d+/);
  });

  test('cannot allocate memory or hold files that no process is accountable for', async () => {
    expect(await findings(hosts, 'hidden')).toEqual({
      'shared anonymous': 'refused',
      'private anonymous': 'got it',
      memfd: 'refused',
      sysv: 'refused',
      zero: 'refused',
      'zero reads': 'got it',
      'file sent': 'refused',
      'text sent': 'got it',
      'not dumpable': 'refused',
      'thread named': 'got it',
      attribute: 'refused',
    });
  });
});
