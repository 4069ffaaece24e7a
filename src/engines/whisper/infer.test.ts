import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TranscriptionOptions } from './binding.ts';
import { infer } from './infer.ts';

/** The calls of the contexts, in order, and how many contexts were opened. */
const { asked, opened } = vi.hoisted(() => ({
  asked: [] as { samples: number; language: string; threads: number }[],
  opened: [] as string[],
}));

vi.mock('./binding.ts', () => ({
  openContext: (file: string) => {
    opened.push(file);
    return {
      transcribeData(samples: ArrayBuffer, { language, maxThreads }: TranscriptionOptions) {
        asked.push({ samples: samples.byteLength / 2, language, threads: maxThreads });
        // The longest window is in German; each of the others would be taken for another language.
        const found = samples.byteLength === 60 ? 'de' : `x${samples.byteLength}`;
        const transcript = { result: '', segments: [], language: language === 'auto' ? found : language };
        return Promise.resolve(transcript);
      },
    };
  },
}));

const { machine } = vi.hoisted(() => ({ machine: { quick: false, hears: 'de' } }));
vi.mock('./quick.ts', () => ({
  isQuick: () => machine.quick,
  openQuickContext: (file: string) => {
    opened.push(`quick ${file}`);
    return {
      async transcribeData(samples: ArrayBuffer, { language, maxThreads }: TranscriptionOptions) {
        asked.push({ samples: samples.byteLength / 2, language, threads: maxThreads });
        return { result: '', segments: [], language: language === 'auto' ? machine.hears : language };
      },
    };
  },
}));

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-whisper-'));
  await writeFile(join(dir, 'input'), new Uint8Array(200));
});
afterAll(() => rm(dir, { recursive: true, force: true }));
beforeEach(() => {
  asked.length = 0;
  opened.length = 0;
});

/** Listens with a model whose file has this size. */
async function listen(name: string, mb: number, settings: Record<string, unknown>, threads = 4) {
  const modelDir = await mkdtemp(join(dir, `${name}-`));
  await writeFile(join(modelDir, 'model.bin'), '');
  await truncate(join(modelDir, 'model.bin'), mb * 1024 * 1024);
  return await infer({
    modelDir,
    input: join(dir, 'input'),
    params: { windows: '10,30,20,15', language: 'auto' },
    settings,
    threads,
    progress: () => {},
    partial: () => {},
  });
}

test('transcribes the longest window first and the others in its language', async () => {
  const { windows } = await listen('base', 141, { multilingual: true });
  expect(asked[0]).toMatchObject({ samples: 30, language: 'auto' });
  expect(asked.slice(1).map(({ language }) => language)).toEqual(['de', 'de', 'de']);
  expect((windows as { window: number }[]).map(({ window }) => window)).toEqual([0, 1, 2, 3]);
  expect((windows as { language: string }[]).map(({ language }) => language)).toEqual(Array(4).fill('de'));
});

test('opens as many contexts as the model’s memory allows, which share the threads', async () => {
  for (const [mb, memoryMb, contexts, threads] of [
    [141, 1800, 4, 1],
    [141, undefined, 2, 2],
    [465, 1800, 2, 2],
    [465, undefined, 1, 4],
    [1463, 2300, 1, 4],
  ] as const) {
    opened.length = 0;
    await listen('model', mb, { multilingual: true, ...(memoryMb && { memoryMb }) });
    expect({ mb, contexts: opened.length }).toEqual({ mb, contexts });
    expect(asked.at(-1)!.threads).toBe(threads);
  }
});

test('uses one context of the quick binding with all threads for an English model', async () => {
  machine.quick = true;
  await listen('base.en', 141, { multilingual: false });
  expect(opened).toEqual([expect.stringContaining('quick ')]);
  expect(asked.at(-1)!.threads).toBe(4);
  machine.quick = false;
});

test('uses the quick binding of a multilingual model for English, and the complete one otherwise', async () => {
  machine.quick = true;
  const isQuickOpened = () => opened.map(name => name.startsWith('quick '));
  machine.hears = 'en';
  await listen('base', 141, { multilingual: true });
  expect(isQuickOpened()).toEqual([true]);
  opened.length = 0;
  asked.length = 0;
  machine.hears = 'de';
  const { windows } = await listen('base', 141, { multilingual: true, memoryMb: 1800 });
  // The first context of four is taken by the quick binding.
  expect(isQuickOpened()).toEqual([true, false, false, false]);
  expect(windows).toHaveLength(4);
  expect(asked.slice(0, 2)).toMatchObject([
    { samples: 30, language: 'auto' },
    { samples: 30, language: 'de' },
  ]);
  // A model whose memory holds one context has the complete one.
  opened.length = 0;
  await listen('large', 1463, { multilingual: true, memoryMb: 2300 });
  expect(isQuickOpened()).toEqual([false]);
  machine.quick = false;
});
