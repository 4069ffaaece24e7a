import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRar } from '../../../../tests/support/files/rar.ts';
import { runsAll } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-archives-'));
const files = join(dir, 'files');
afterAll(() => rmSync(dir, { recursive: true, force: true }));
beforeAll(() => {
  mkdirSync(join(files, 'docs'), { recursive: true });
  writeFileSync(join(files, 'a.txt'), 'first\n');
  writeFileSync(join(files, 'docs', 'b.csv'), 'x,y\n1,2\n');
  writeFileSync(join(files, 'docs', 'a.txt'), 'second\n');
  writeFileSync(join(files, 'empty'), '');
});

const pack = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: files, stdio: 'pipe' });
const make = (name: string) => join(dir, name);
/** Writes an archive with Python, whose libraries do not object to hostile names. */
function write(name: string, code: string): string {
  const path = make(name);
  execFileSync('/usr/bin/python3', [
    '-c',
    `import io, sys, tarfile, zipfile\npath = sys.argv[1]\n${code}`,
    path,
  ]);
  return path;
}

async function unpack(path: string, options: Record<string, unknown> = {}) {
  await using result = await runJob(job, run, path, options);
  return {
    files: Object.fromEntries(
      result.outputs.map(({ path, filename, metadata, format }) => [
        filename,
        { text: readFileSync(path, 'utf8'), path: metadata!.path, format },
      ]),
    ),
    warnings: (result.warnings ?? []).map(({ code, detail }) => detail ?? code),
    engines: result.engines,
  };
}
const readTexts = async (path: string, options = {}) =>
  Object.fromEntries(
    Object.values((await unpack(path, options)).files).map(({ path, text }) => [path, text]),
  );
const list = async (path: string, options = {}) => {
  await using result = await runJob(job, run, path, { list: true, ...options });
  return JSON.parse(readFileSync(result.outputs[0]!.path, 'utf8'));
};
const whole = { 'a.txt': 'first\n', 'docs/a.txt': 'second\n', 'docs/b.csv': 'x,y\n1,2\n', empty: '' };

describe('each format', () => {
  const ways: [name: string, ...command: string[]][] = [
    ['t.zip', 'bsdtar', '--format', 'zip', '-cf'],
    ['t.tar', 'bsdtar', '-cf'],
    ['t.tar.gz', 'bsdtar', '-czf'],
    ['t.tbz2', 'bsdtar', '-cjf'],
    ['t.tar.xz', 'bsdtar', '-cJf'],
    ['t.tar.zst', 'bsdtar', '--zstd', '-cf'],
    ['t.7z', '7zz', 'a'],
  ];
  it.each(ways)('unpacks and lists %s', async (name, program, ...args) => {
    pack(program!, ...args, make(name), 'a.txt', 'docs', 'empty');
    expect(await readTexts(make(name))).toEqual(whole);
    expect(await list(make(name))).toMatchObject({
      complete: true,
      encrypted: false,
      files: 4,
      folders: 1,
      bytes: 21,
    });
  });

  it('unpacks a compressed single file under its own name', async () => {
    writeFileSync(make('report.csv.gz'), gzipSync('a,b\n'));
    expect(await unpack(make('report.csv.gz'))).toMatchObject({
      files: { 'report.csv': { text: 'a,b\n', path: 'report.csv', format: 'csv' } },
    });
    expect((await list(make('report.csv.gz'))).entries).toEqual([
      expect.objectContaining({ path: 'report.csv', type: 'file' }),
    ]);
  });

  it('unpacks RAR', async () => {
    writeFileSync(make('t.rar'), makeRar('docs/a.txt', 'of a rar\n'));
    expect(await readTexts(make('t.rar'))).toEqual({ 'docs/a.txt': 'of a rar\n' });
    expect(await list(make('t.rar'))).toMatchObject({ complete: true, files: 1 });
  });
});

describe('passwords', () => {
  const ways: [name: string, ...args: string[]][] = [
    ['aes.zip', '-mem=AES256'],
    ['crypto.zip', '-mem=ZipCrypto'],
    ['data.7z'],
    ['names.7z', '-mhe=on'],
  ];
  it.each(ways)('opens %s only with its password', async (name, ...args) => {
    pack('7zz', 'a', '-psecret', ...args, make(name), 'a.txt', 'docs');
    expect(await readTexts(make(name), { password: 'secret' })).toMatchObject({ 'docs/a.txt': 'second\n' });
    await expect(unpack(make(name))).rejects.toMatchObject({ id: 'password_required' });
    await expect(unpack(make(name), { password: 'other' })).rejects.toMatchObject({ id: 'wrong_password' });
    if (name !== 'names.7z') expect(await list(make(name))).toMatchObject({ encrypted: true, files: 3 });
    else await expect(list(make(name))).rejects.toMatchObject({ id: 'password_required' });
  });
});

describe('encrypted RAR', () => {
  it.each(['file', 'archive'] as const)('with an encrypted %s fails with a reason', async locked => {
    const path = make(`${locked}.rar`);
    writeFileSync(path, makeRar('a.txt', 'sixteen letters.', locked));
    await expect(unpack(path)).rejects.toMatchObject({ id: 'locked_unknown' });
    await expect(unpack(path, { password: 'secret' })).rejects.toMatchObject({ id: 'locked_unknown' });
  });
});

describe('zip64', () => {
  it('reads 64-bit sizes', async () => {
    const path = write(
      'long.zip',
      `with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as z:
    with z.open('a.txt', 'w', force_zip64=True) as entry: entry.write(b'long form')
`,
    );
    expect(await readTexts(path)).toEqual({ 'a.txt': 'long form' });
  });

  it.runIf(runsAll)('lists a file of more than 4 GiB, and unpacks the one after it', async () => {
    const path = write(
      'large.zip',
      `with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED, compresslevel=1) as z:
    with z.open('large.bin', 'w', force_zip64=True) as entry:
        for _ in range(260): entry.write(bytes(2 ** 24))
    z.writestr('a.txt', 'after it')`,
    );
    expect(await list(path)).toMatchObject({ files: 2, bytes: 260 * 2 ** 24 + 8 });
    expect(await readTexts(path, { include: ['a.txt'] })).toEqual({ 'a.txt': 'after it' });
  });

  it.runIf(runsAll)('lists more than 65,535 entries, and unpacks some', async () => {
    const path = write(
      'many.zip',
      `with zipfile.ZipFile(path, 'w') as z:
    for index in range(70_000): z.writestr(f'{index}.txt', str(index))`,
    );
    expect(await list(path)).toMatchObject({ complete: true, files: 70_000 });
    expect(await readTexts(path, { include: ['69999.txt'] })).toEqual({ '69999.txt': '69999' });
    await expect(unpack(path)).rejects.toMatchObject({ id: 'too_many_entries' });
  });
});

describe('hostile and unusual archives', () => {
  it('keeps absolute and parent paths inside, and renames colliding names', async () => {
    const path = write(
      'odd.zip',
      `z = zipfile.ZipFile(path, 'w')
for name in ['/etc/passwd', '../../up.txt', 'C:\\\\\\\\x/win.txt', 'Read.txt', 'READ.TXT', 'caf\\u00e9', 'cafe\\u0301', 'docs/Read.txt']:
    z.writestr(name, name)
z.close()`,
    );
    const { files } = await unpack(path);
    expect(Object.values(files).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['etc/passwd', 'up.txt', 'Read.txt', 'READ.TXT', 'café']),
    );
    const names = Object.keys(files);
    expect(names).toHaveLength(8);
    expect(new Set(names.map(name => name.normalize('NFC').toLowerCase())).size).toBe(8);
    expect((await list(path)).entries[0]).toMatchObject({ path: 'etc/passwd', unsafe: true });
  });

  it('leaves out symbolic links and devices with a warning, and follows hard links within the archive', async () => {
    const path = write(
      'links.tar',
      `t = tarfile.open(path, 'w')
def add(name, type, data=b'', link=''):
    i = tarfile.TarInfo(name); i.type = type; i.size = len(data); i.linkname = link
    t.addfile(i, io.BytesIO(data))
add('a.txt', tarfile.REGTYPE, b'content')
add('same.txt', tarfile.LNKTYPE, link='a.txt')
add('passwd', tarfile.SYMTYPE, link='/etc/passwd')
add('outside', tarfile.LNKTYPE, link='/etc/passwd')
add('null', tarfile.CHRTYPE)
add('pipe', tarfile.FIFOTYPE)
t.close()`,
    );
    const { files, warnings } = await unpack(path);
    expect(Object.entries(files).map(([name, { text }]) => [name, text])).toEqual([
      ['a.txt', 'content'],
      ['same.txt', 'content'],
    ]);
    expect(warnings).toEqual(['links_left_out']);
    expect((await list(path)).entries.map(({ type }: { type: string }) => type)).toEqual([
      'file',
      'hardlink',
      'symlink',
      'hardlink',
      'other',
      'other',
    ]);
  });

  it('decodes names in legacy encodings', async () => {
    const writeNames = (name: string, encoding: string, names: string[]) =>
      write(
        name,
        `z = zipfile.ZipFile(path, 'w')
for i, name in enumerate(${JSON.stringify(names)}):
    data = name.encode('${encoding}')
    # A placeholder of the same length is replaced, because Python would set the flag for UTF-8.
    z.writestr(('%d' % i).rjust(len(data), '@'), 'x')
z.close()
raw = open(path, 'rb').read()
for i, name in enumerate(${JSON.stringify(names)}):
    data = name.encode('${encoding}')
    raw = raw.replace(('%d' % i).rjust(len(data), '@').encode(), data)
open(path, 'wb').write(raw)`,
      );
    for (const [encoding, names] of [
      ['cp437', ['Übergröße.txt', 'Café.txt', 'Niño.txt']],
      ['shift_jis', ['日本語のファイル.txt', 'テスト資料.txt']],
      ['cp866', ['Привет мир.txt', 'Отчёт за год.txt']],
      ['utf-8', ['Übergröße.txt', '日本語.txt']],
    ] as const) {
      const path = writeNames(`${encoding}.zip`, encoding, [...names]);
      expect(
        (await list(path)).entries.map(({ path }: { path: string }) => path),
        encoding,
      ).toEqual(names);
    }
  });

  it('stops a zip bomb before it fills the disk', async () => {
    const path = write(
      'bomb.zip',
      `z = zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED)
z.writestr('zeros', bytes(120 << 20))
z.close()`,
    );
    await expect(unpack(path)).rejects.toMatchObject({ id: 'unpacks_too_large' });
  });

  it('returns entries before the damage with a warning, and fails if there are none', async () => {
    const noise = 'for i in range(4):\n    ';
    const tar = write(
      'cut.tar',
      `import os
t = tarfile.open(path, 'w')
${noise}i_ = tarfile.TarInfo(f'{i}.bin'); i_.size = 4000; t.addfile(i_, io.BytesIO(os.urandom(4000)))
t.close()`,
    );
    truncateSync(tar, 2 * (512 + 4096) + 1000);
    const cut = await unpack(tar);
    expect(Object.keys(cut.files)).toEqual(['0.bin', '1.bin']);
    expect(cut.warnings).toEqual(['archive_damaged']);
    expect(await list(tar)).toMatchObject({ complete: false });

    const zip = write(
      'crc.zip',
      "z = zipfile.ZipFile(path, 'w')\nz.writestr('a.txt', 'AAAA')\nz.writestr('b.txt', 'BBBB')\nz.close()",
    );
    writeFileSync(zip, Buffer.from(readFileSync(zip).toString('latin1').replace('BBBB', 'BBCB'), 'latin1'));
    const damaged = await unpack(zip);
    expect(Object.keys(damaged.files)).toEqual(['a.txt']);
    expect(damaged.warnings).toEqual(['archive_damaged']);

    for (const name of ['noise.zip', 'noise.7z', 'noise.rar', 'noise.gz', 'noise.tar']) {
      writeFileSync(make(name), 'PK\x03\x04 nothing of use'.repeat(50));
      await expect(unpack(make(name)), name).rejects.toMatchObject({ reason: 'unreadable_input' });
    }
  });

  it('reports an empty archive', async () => {
    const path = write('none.zip', "zipfile.ZipFile(path, 'w').close()");
    await expect(unpack(path)).rejects.toMatchObject({ id: 'archive_empty' });
    expect(await list(path)).toMatchObject({ complete: true, files: 0, entries: [] });
  });

  it('unpacks a Deflate64 ZIP with 7-Zip', async () => {
    pack('7zz', 'a', '-mm=Deflate64', make('large.zip'), 'a.txt', 'docs');
    writeFileSync(join(files, 'long.txt'), 'words '.repeat(10_000));
    pack('7zz', 'a', '-mm=Deflate64', make('large.zip'), 'long.txt');
    const { files: unpacked, engines } = await unpack(make('large.zip'));
    expect(unpacked['long.txt']!.text).toHaveLength(60_000);
    expect(engines).toEqual(['sevenzip']);
  });
});

describe('choosing', () => {
  it('selects files by patterns', async () => {
    pack('bsdtar', '-cf', make('c.tar'), 'a.txt', 'docs', 'empty');
    const choose = async (options: object) => Object.keys(await readTexts(make('c.tar'), options)).sort();
    expect(await choose({ include: ['*.txt'] })).toEqual(['a.txt', 'docs/a.txt']);
    expect(await choose({ include: ['docs/**'], exclude: ['*.csv'] })).toEqual(['docs/a.txt']);
    expect(await choose({ exclude: ['docs'] })).toEqual(['a.txt', 'empty']);
    expect(await choose({ include: ['/a.txt'] })).toEqual(['a.txt']);
    await expect(choose({ include: ['*.png'] })).rejects.toMatchObject({ id: 'no_file_chosen' });
  });

  it('unpacks nested archives to the requested depth', async () => {
    pack('bsdtar', '-czf', make('inner.tar.gz'), 'a.txt');
    execFileSync('7zz', ['a', make('middle.7z'), 'inner.tar.gz'], { cwd: dir, stdio: 'pipe' });
    writeFileSync(make('broken.zip'), 'PK\x03\x04 broken');
    execFileSync('bsdtar', ['--format', 'zip', '-cf', make('outer.zip'), 'middle.7z', 'broken.zip'], {
      cwd: dir,
    });
    const names = async (nested: number) =>
      Object.keys(await readTexts(make('outer.zip'), { nested })).sort();
    expect(await names(0)).toEqual(['broken.zip', 'middle.7z']);
    expect(await names(1)).toEqual(['broken.zip', 'middle.7z/inner.tar.gz']);
    expect(await names(2)).toEqual(['broken.zip', 'middle.7z/inner.tar.gz/a.txt']);
    expect((await unpack(make('outer.zip'), { nested: 2 })).warnings).toEqual(['nested_left_packed']);
  });
});

it('believes the directory of a ZIP file where the headers before its files say something else', async () => {
  const path = write(
    'overlapping.zip',
    `with zipfile.ZipFile(path, 'w') as z:
    for name in ('one.txt', 'two.txt', 'six.exe'): z.writestr(name, 'same')
    for entry in z.filelist: entry.header_offset = 0`,
  );
  expect(await readTexts(path)).toEqual({ 'one.txt': 'same', 'two.txt': 'same', 'six.exe': 'same' });
});
