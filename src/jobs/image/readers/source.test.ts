import { afterAll, expect, test } from 'vitest';
import { Fixtures } from '../testing/fixtures.ts';
import { withSource } from './source.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

async function input(name: string, content: string) {
  const path = await fixtures.file(name, content);
  return { path, filename: name, format: 'jpeg' as const, size: Buffer.byteLength(content) };
}

test('passes a small file as bytes', async () => {
  for (const content of ['first, the longer one', 'second'])
    expect(await withSource(await input('a', content), async ({ source }) => `${source}`)).toBe(content);
});

test('passes a path while the shared buffer is in use', async () => {
  const [first, second] = await Promise.all([input('a', 'one'), input('b', 'two')]);
  await withSource(first, async outer => {
    await withSource(second, async inner => expect(inner.source).toBe(second.path));
    expect(`${outer.source}`).toBe('one');
  });
  await expect(withSource(first, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await withSource(second, async ({ source }) => expect(`${source}`).toBe('two'));
});

test('passes an empty file and one over a megabyte as a path', async () => {
  for (const content of ['', 'x'.repeat(1024 * 1024 + 1)]) {
    const given = await input('a', content);
    await withSource(given, async ({ source }) => expect(source).toBe(given.path));
  }
});
