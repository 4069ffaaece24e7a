import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Listed, MissingFile, PartialBusy, type Storage, WrongOffset } from './storage.ts';

async function* of(...chunks: Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* chunks;
}

async function* breakingOff(...chunks: Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* chunks;
  throw new Error('the line went dead');
}

const text = (words: string): Uint8Array => Buffer.from(words);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
export async function whole(reading: ReturnType<Storage['read']>): Promise<Buffer> {
  const content = await reading;
  return Buffer.isBuffer(content) ? content : buffer(content);
}

export async function collect(listed: AsyncIterable<Listed>): Promise<Listed[]> {
  const all: Listed[] = [];
  for await (const each of listed) all.push(each);
  return all;
}

const keys = async (listed: AsyncIterable<Listed>): Promise<string[]> =>
  (await collect(listed)).map(each => each.key).sort();

/** The promises of every storage. A backend's own test calls this with a new, empty storage. */
export function storageSuite(kind: string, open: () => Promise<Storage>): void {
  describe(`storage: ${kind}`, () => {
    let storage: Storage;
    let outside: string;

    beforeAll(async () => {
      storage = await open();
      outside = await mkdtemp(join(tmpdir(), 'filemill-outside-'));
    });
    afterAll(() => rm(outside, { recursive: true, force: true }));

    test('a written file reads back, with its size and digest', async () => {
      const chunks = Array.from({ length: 300 }, (_, i) => randomBytes(i * 31));
      const bytes = Buffer.concat(chunks);
      expect(await storage.write('inputs/a/0', of(...chunks))).toEqual({
        size: bytes.length,
        sha256: sha256(bytes),
      });
      expect(await storage.size('inputs/a/0')).toBe(bytes.length);
      expect(await storage.digest('inputs/a/0')).toEqual({ size: bytes.length, sha256: sha256(bytes) });
      expect((await whole(storage.read('inputs/a/0'))).equals(bytes)).toBe(true);
    });

    test('an empty file is a file', async () => {
      expect(await storage.write('empty', of())).toEqual({ size: 0, sha256: sha256(Buffer.alloc(0)) });
      expect(await whole(storage.read('empty'))).toHaveLength(0);
    });

    test('a range reads those bytes only, both ends included', async () => {
      await storage.write('ranged', of(text('0123456789')));
      const range = async (start: number, end: number) =>
        String(await whole(storage.read('ranged', { start, end })));
      expect(await range(0, 0)).toBe('0');
      expect(await range(3, 6)).toBe('3456');
      expect(await range(9, 9)).toBe('9');
    });

    test('nothing is visible before the last byte, and a rewrite replaces at once', async () => {
      let go: () => void = () => {};
      const gate = new Promise<void>(resolve => {
        go = resolve;
      });
      await storage.write('replaced', of(text('old')));
      const writing = storage.write(
        'replaced',
        (async function* () {
          yield text('new and ');
          await gate;
          yield text('longer');
        })(),
      );
      await pause(20);
      expect(String(await whole(storage.read('replaced')))).toBe('old');
      go();
      await writing;
      expect(String(await whole(storage.read('replaced')))).toBe('new and longer');
    });

    test('a source that fails leaves nothing, and what stood there before stands', async () => {
      await expect(storage.write('broken', breakingOff(randomBytes(900_000)))).rejects.toThrow(
        'the line went dead',
      );
      expect(await storage.size('broken')).toBeUndefined();
      await storage.write('kept', of(text('kept')));
      await expect(storage.write('kept', breakingOff(text('half')))).rejects.toThrow('the line went dead');
      expect(String(await whole(storage.read('kept')))).toBe('kept');
      expect((await keys(storage.list())).filter(key => key.startsWith('tmp/'))).toEqual([]);
    });

    test('a reader goes on while its file is removed or replaced', async () => {
      const bytes = randomBytes(2_000_000);
      await storage.write('read-on', of(bytes));
      const reading = storage.read('read-on');
      await reading;
      await storage.write('read-on', of(text('other')));
      await storage.remove('read-on');
      expect((await whole(reading)).equals(bytes)).toBe(true);
      expect(await storage.size('read-on')).toBeUndefined();
    });

    test('a missing file is said to be missing', async () => {
      await expect(storage.read('nowhere')).rejects.toBeInstanceOf(MissingFile);
      await expect(storage.digest('nowhere')).rejects.toBeInstanceOf(MissingFile);
      await expect(storage.copyTo('nowhere', join(outside, 'x'))).rejects.toBeInstanceOf(MissingFile);
      await storage.remove('nowhere');
    });

    test('takes a finished file in', async () => {
      const bytes = randomBytes(1_300_000);
      const path = join(outside, 'result.bin');
      await writeFile(path, bytes);
      expect(await storage.take('outputs/r', path, true)).toEqual({
        size: bytes.length,
        sha256: sha256(bytes),
      });
      expect((await whole(storage.read('outputs/r'))).equals(bytes)).toBe(true);
    });

    test.each([true, false])('takes no more of a file than it had, if movable: %s', async movable => {
      const path = join(outside, 'grown.bin');
      await writeFile(path, randomBytes(1_300_000));
      const before = (await readFile(path)).subarray(0, 700_000);
      expect(await storage.take('outputs/grown', path, movable, before.length)).toEqual({
        size: before.length,
        sha256: sha256(before),
      });
      expect((await whole(storage.read('outputs/grown'))).equals(before)).toBe(true);
    });

    test.each([true, false])(
      'stops taking a file in when told to, and keeps nothing, if movable: %s',
      async movable => {
        const path = join(outside, 'endless');
        await writeFile(path, Buffer.alloc(8 * 1024 * 1024));
        const told = new AbortController();
        const taking = storage.take('outputs/stopped', path, movable, undefined, told.signal);
        told.abort('shutdown');
        await expect(taking).rejects.toBe('shutdown');
        expect(await storage.size('outputs/stopped')).toBeUndefined();
        expect((await collect(storage.list())).map(({ key }) => key)).not.toContain('outputs/stopped');
      },
    );

    test('takes in no link and no folder', async () => {
      await writeFile(join(outside, 'secret'), 'secret');
      await symlink(join(outside, 'secret'), join(outside, 'link'));
      await expect(storage.take('outputs/link', join(outside, 'link'), true)).rejects.toThrow();
      await expect(storage.take('outputs/folder', outside, true)).rejects.toThrow();
      expect(await storage.size('outputs/link')).toBeUndefined();
      expect(String(await readFile(join(outside, 'secret')))).toBe('secret');
    });

    test('copies out to a work folder, leaving the original', async () => {
      await storage.write('copied', of(text('copy me')));
      await storage.copyTo('copied', join(outside, 'copy'));
      await writeFile(join(outside, 'copy'), 'changed outside');
      expect(String(await whole(storage.read('copied')))).toBe('copy me');
    });

    test('lends a file to a work folder, or says that it cannot', async () => {
      await storage.write('lent', of(text('read me')));
      if (!(await storage.lendTo('lent', join(outside, 'loan')))) return;
      expect(String(await readFile(join(outside, 'loan')))).toBe('read me');
      expect((await stat(join(outside, 'loan'))).mode & 0o777).toBe(0o644);
      await storage.write('lent', of(text('another')));
      expect(String(await readFile(join(outside, 'loan')))).toBe('read me');
      await expect(storage.lendTo('nowhere', join(outside, 'y'))).rejects.toBeInstanceOf(MissingFile);
    });

    test.each([
      '',
      '/etc/passwd',
      '../x',
      'a/../b',
      'a//b',
      './a',
      'a/',
      'a\0b',
      'a b',
      '-rf',
      '.hidden',
      'a\\b',
      'a~b',
      'é',
      'x'.repeat(201),
    ])('refuses the key %j', async key => {
      await expect((async () => storage.write(key, of(text('x'))))()).rejects.toThrow('invalid storage key');
      await expect((async () => storage.read(key))()).rejects.toThrow('invalid storage key');
      await expect((async () => storage.remove(key))()).rejects.toThrow('invalid storage key');
      await expect((async () => storage.partial.append(key, 0, of()))()).rejects.toThrow(
        'invalid storage key',
      );
    });

    test('lists every key with the time it came to be, until removed', async () => {
      const before = Date.now() - 2_000;
      await storage.write('listed/one', of(text('1')));
      await storage.write('listed/two', of(text('2')));
      const found = (await collect(storage.list())).filter(each => each.key.startsWith('listed/'));
      expect(found.map(each => each.key).sort()).toEqual(['listed/one', 'listed/two']);
      for (const each of found) expect(each.modifiedAt.getTime()).toBeGreaterThan(before);
      await storage.remove('listed/one');
      expect((await keys(storage.list())).filter(key => key.startsWith('listed/'))).toEqual(['listed/two']);
    });

    test('says that it can be written', () => storage.check());

    describe('partial files', () => {
      test('grow by exact offsets and become a stored file', async () => {
        const bytes = randomBytes(1_500_000);
        expect(await storage.partial.offset('tus/a')).toBe(0);
        expect(await storage.partial.append('tus/a', 0, of(bytes.subarray(0, 700_000)))).toBe(700_000);
        expect(await storage.partial.append('tus/a', 700_000, of())).toBe(700_000);
        expect(await storage.partial.append('tus/a', 700_000, of(bytes.subarray(700_000)))).toBe(1_500_000);
        expect(Buffer.from(await storage.partial.head('tus/a', 100)).equals(bytes.subarray(0, 100))).toBe(
          true,
        );
        expect(await storage.size('tus/a')).toBeUndefined();
        const stored = await storage.partial.finish('tus/a', 'inputs/tus');
        expect(stored).toEqual({ size: bytes.length, sha256: sha256(bytes) });
        expect((await whole(storage.read('inputs/tus'))).equals(bytes)).toBe(true);
        expect(await storage.partial.offset('tus/a')).toBe(0);
      });

      test('keep what arrived when the source breaks off', async () => {
        await expect(
          storage.partial.append('tus/b', 0, breakingOff(text('abc'), text('def'))),
        ).rejects.toThrow('the line went dead');
        expect(await storage.partial.offset('tus/b')).toBe(6);
        expect(await storage.partial.append('tus/b', 6, of(text('ghi')))).toBe(9);
        expect(String(await storage.partial.head('tus/b', 100))).toBe('abcdefghi');
      });

      test('refuse another offset than theirs, changing nothing', async () => {
        await storage.partial.append('tus/c', 0, of(text('abc')));
        for (const offset of [0, 2, 4]) {
          const refusal = await storage.partial.append('tus/c', offset, of(text('x'))).catch(error => error);
          expect(refusal).toBeInstanceOf(WrongOffset);
          expect(refusal.actual).toBe(3);
        }
        expect(String(await storage.partial.head('tus/c', 100))).toBe('abc');
      });

      test('take one append at a time', async () => {
        let go: () => void = () => {};
        const gate = new Promise<void>(resolve => {
          go = resolve;
        });
        const first = storage.partial.append(
          'tus/d',
          0,
          (async function* () {
            yield text('first');
            await gate;
          })(),
        );
        await expect(storage.partial.append('tus/d', 0, of(text('second')))).rejects.toBeInstanceOf(
          PartialBusy,
        );
        await expect(storage.partial.finish('tus/d', 'inputs/d')).rejects.toBeInstanceOf(PartialBusy);
        go();
        expect(await first).toBe(5);
        expect(await storage.partial.append('tus/d', 5, of(text('!')))).toBe(6);
      });

      test('are listed apart from stored files, and discarded', async () => {
        await storage.partial.append('tus/e', 0, of(text('e')));
        expect(await keys(storage.partial.list())).toContain('tus/e');
        expect(await keys(storage.list())).not.toContain('tus/e');
        await storage.partial.discard('tus/e');
        await storage.partial.discard('tus/e');
        expect(await keys(storage.partial.list())).not.toContain('tus/e');
        await expect(storage.partial.head('tus/e', 1)).rejects.toBeInstanceOf(MissingFile);
        await expect(storage.partial.finish('tus/e', 'inputs/e')).rejects.toBeInstanceOf(MissingFile);
      });
    });
  });
}
