import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Batch, BatchManifest } from '../../src/contract/schemas/batch.ts';
import type { NewRecipe, Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { pdf, png } from '../support/samples.ts';
import { useSharedService } from '../support/use-service.ts';

const service = useSharedService();
type Caller = Awaited<ReturnType<typeof service.client>>;
type Step = NewRecipe['steps'][number];

const save = (by: Caller, steps: Step[]) =>
  by.expect(by.post<Recipe>('/recipes', { name: 'Branches', description: '', steps }));

/** Sends a file to a recipe and waits for the end of its run. */
async function run(by: Caller, steps: Step[], filename: string, bytes: Buffer): Promise<RecipeRun> {
  const { id } = await save(by, steps);
  const contentType = filename.endsWith('.pdf') ? 'application/pdf' : 'image/png';
  const held = await by.expect(
    by.post<{ id: string; uploadUrl: string }>('/artifacts', {
      filename,
      fileSize: bytes.length,
      contentType,
    }),
  );
  await by.upload(held.uploadUrl, bytes);
  const made = await by.expect(by.post<RecipeRun>(`/recipes/${id}/runs`, { inputArtifactId: held.id }));
  for (;;) {
    const seen = await by.expect(by.get<RecipeRun>(`/recipe-runs/${made.id}?wait=30`));
    if (seen.completedAt) return seen;
  }
}

const read = async (by: Caller, url: string | undefined): Promise<string> =>
  Buffer.from(await by.download(url!))
    .toString()
    .trim();

/** Lists the names in a ZIP file with the system's unzip. */
function listZip(bytes: Uint8Array): string[] {
  const dir = mkdtempSync(join(tmpdir(), 'branching-'));
  try {
    writeFileSync(join(dir, 'a.zip'), bytes);
    return execFileSync('unzip', ['-Z1', join(dir, 'a.zip')], { encoding: 'utf8' })
      .trim()
      .split('\n');
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const text = { jobType: 'document-convert', options: { outputFormat: 'txt' } };
const split: Step = { name: 'Pages', jobType: 'pdf-split' };
const rotate: Step = { name: 'Turn', jobType: 'pdf-rotate', options: { angle: 90 } };

describe('saving', () => {
  test.each<[string, Step[], string, RegExp]>([
    [
      'an unknown source',
      [rotate, { ...text, from: 'Nobody' }],
      'steps.1.from',
      /no earlier step named Nobody/,
    ],
    [
      'a source that comes later',
      [
        { ...rotate, from: 'Text' },
        { ...text, name: 'Text' },
      ],
      'steps.0.from',
      /before/,
    ],
    ['a step that is its own source', [{ ...rotate, from: 'Turn' }], 'steps.0.from', /before/],
    [
      'a source name shared by two steps',
      [rotate, { ...rotate, from: 'input' }, { ...text, from: 'Turn' }],
      'steps.2.from',
      /Several steps/,
    ],
    [
      'several sources without forEach or collect',
      [rotate, { ...text, name: 'Text', from: ['input', 'Turn'] }],
      'steps.1.from',
      /forEach or collect/,
    ],
    ['forEach with collect', [split, { ...text, forEach: true, collect: true }], 'steps.1.collect', /or/],
    [
      'collect with a job type for one file',
      [split, { ...text, collect: true }],
      'steps.1.collect',
      /number/,
    ],
    [
      'several files without forEach or collect',
      [split, { ...text, from: 'Pages' }],
      'steps.0.jobType',
      /final/,
    ],
    ['a condition that is never met', [{ ...text, when: { format: 'png' } }], 'steps.0', /matches/],
    ['an unknown format', [{ ...text, when: { format: 'paper' } }], 'steps.0.when.format', /paper/],
    [
      'text for an image format',
      [{ ...text, when: { format: 'png', hasText: true } }],
      'steps.0.when.format',
      /PDF/,
    ],
    [
      'a page count for an image format',
      [{ ...text, when: { format: 'png', minPages: 2 } }],
      'steps.0.when.format',
      /PDF/,
    ],
    [
      'minPages above maxPages',
      [{ ...text, when: { minPages: 3, maxPages: 2 } }],
      'steps.0.when.maxPages',
      /less/,
    ],
    ['an unknown placeholder', [{ ...text, outputName: '{title}.{ext}' }], 'steps.0.outputName', /\{title\}/],
    ['a slash in an output name', [{ ...text, outputName: 'a/{name}' }], 'steps.0.outputName', /slash/],
    [
      'nine steps on one path',
      Array.from({ length: 9 }, (_, n) => ({
        ...rotate,
        name: `Turn ${n}`,
        ...(n > 0 && { from: `Turn ${n - 1}` }),
      })),
      'steps',
      /at most 8/,
    ],
  ])('refuses %s with the path of the step and the reason', async (_name, steps, path, message) => {
    const client = await service.client();
    const answer = await client.send('POST', '/recipes', { name: 'x', description: '', steps });
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect(answer.body.details![0]!.path).toBe(path);
    expect(answer.body.message).toMatch(message);
  });

  test('accepts sixteen steps on short paths and returns them unchanged', async () => {
    const client = await service.client();
    const branches = Array.from({ length: 15 }, (_, n) => ({
      name: `Text ${n}`,
      ...text,
      from: ['input', 'Turn'],
      forEach: true,
      when: { format: ['pdf'], minPages: n },
      outputName: '{name}-{step}.{ext}',
    }));
    const saved = await save(client, [rotate, ...branches]);
    expect(saved.steps).toHaveLength(16);
    const { jobType: _, options: __, ...fields } = branches[14]!;
    expect(saved.steps[15]).toMatchObject(fields);
    expect(saved.accepts).toEqual(['pdf']);
    const steps = Array.from({ length: 17 }, () => ({ ...rotate, from: 'input' }));
    expect((await client.send('POST', '/recipes', { name: 'x', steps })).status).toBe(400);
  });
});

/** One workspace for all runs, because each workspace has hosts of its own, which take time to start. */
let client: Caller;
beforeAll(async () => {
  client = await service.client();
});

const countOperations = async () => {
  const { quotas } = await client.expect(client.get<{ quotas: { operations: { used: number } } }>('/usage'));
  return quotas.operations.used;
};

describe('running', () => {
  test('several steps share a source, and the result has the files of all final steps', async () => {
    const before = await countOperations();
    const done = await run(
      client,
      [
        { ...rotate, from: 'input' },
        { name: 'Text', ...text, from: 'Turn' },
        { name: 'Page', jobType: 'document-convert', options: { outputFormat: 'html' }, from: 'Turn' },
        { name: 'Small', jobType: 'pdf-compress', from: 'input' },
      ],
      'letter.pdf',
      pdf(['Hello branches']),
    );
    expect(done.status).toBe('completed');
    expect(done.steps.map(({ status, fileCount }) => [status, fileCount])).toEqual(
      Array(4).fill(['completed', 1]),
    );
    expect(done.result!.files.map(({ index, filename }) => [index, filename])).toEqual([
      [0, 'letter.txt'],
      [1, 'letter.html'],
      [2, 'letter.pdf'],
    ]);
    expect(await read(client, done.result!.files[0]!.downloadUrl)).toBe('Hello branches');
    expect(await read(client, done.result!.files[1]!.downloadUrl)).toContain('Hello branches');
    const zipped = listZip(await client.download(done.result!.archiveUrl!));
    expect(zipped).toEqual(['letter.txt', 'letter.html', 'letter.pdf']);
    expect((await countOperations()) - before).toBe(4);
    const { rows } = await sql<{ type: string }>`select type from events where run_id = ${done.id}`.execute(
      service.db,
    );
    expect(rows).toEqual([{ type: 'run.completed' }]);
  });

  test('a step runs for each page, and the pages are collected in order', async () => {
    const before = await countOperations();
    const done = await run(
      client,
      [
        { ...split, outputName: 'part {index}' },
        { ...rotate, forEach: true },
        { name: 'Text', ...text, from: 'Pages', forEach: true, outputName: '{date} {step} {index}.{ext}' },
        { name: 'Whole', jobType: 'pdf-merge', from: ['Turn', 'input'], collect: true, outputName: 'book' },
      ],
      'book.pdf',
      pdf(['first', 'second', 'third']),
    );
    expect(done.status).toBe('completed');
    expect(done.steps.map(({ fileCount, jobCount }) => [fileCount, jobCount])).toEqual([
      [3, undefined],
      [3, 3],
      [3, 3],
      [1, undefined],
    ]);
    const names = (step: number) => done.steps[step]!.outputs.map(({ filename }) => filename);
    const date = done.createdAt.slice(0, 10);
    expect(names(0)).toEqual(['part 1.pdf', 'part 2.pdf', 'part 3.pdf']);
    expect(names(2)).toEqual([1, 2, 3].map(n => `${date} Text ${n}.txt`));
    expect(names(3)).toEqual(['book.pdf']);
    const texts = await Promise.all(done.steps[2]!.outputs.map(each => read(client, each.downloadUrl)));
    expect(texts).toEqual(['first', 'second', 'third']);
    expect(done.result!.fileCount).toBe(4);
    const book = await client.run(
      {
        ...{ type: 'document-convert', filename: 'book.pdf' },
        bytes: await client.download(done.steps[3]!.outputs[0]!.downloadUrl!),
      },
      { outputFormat: 'txt' },
    );
    expect((await read(client, book.result!.downloadUrl)).split(/\s+/)).toEqual([
      ...['first', 'second', 'third'],
      ...['first', 'second', 'third'],
    ]);
    expect((await countOperations()) - before).toBe(5);
  });

  test('the example in the documentation produces the described result', async () => {
    const page = readFileSync(new URL('../../docs/branching.md', import.meta.url), 'utf8');
    const { steps } = JSON.parse(/```json\n(.*?)```/s.exec(page)![1]!) as NewRecipe;
    const done = await run(client, steps, 'book.pdf', pdf(['one', 'two', 'three']));
    expect(done.steps.map(({ status }) => status)).toEqual([...Array(4).fill('completed'), 'skipped']);
    const date = done.createdAt.slice(0, 10);
    const names = ['page 1.txt', 'page 2.txt', 'page 3.txt', `turned ${date}.pdf`];
    expect(done.result!.files.map(({ filename }) => filename)).toEqual(names);
    const listed: string[] = [];
    let cursor = '';
    do {
      const { files, nextCursor } = await client.expect(
        client.get<{ files: { filename: string }[]; nextCursor: string | null }>(
          `/recipe-runs/${done.id}/files?limit=3${cursor && `&cursor=${cursor}`}`,
        ),
      );
      listed.push(...files.map(({ filename }) => filename));
      cursor = nextCursor ?? '';
    } while (cursor);
    expect(listed).toEqual(names);
    const merged = await client.download(done.result!.files[3]!.downloadUrl!);
    const described = execFileSync('pdfinfo', ['-f', '1', '-l', '9', '-'], {
      input: merged,
      encoding: 'utf8',
    });
    expect([...described.matchAll(/rot: +(\d+)/g)].map(([, angle]) => angle)).toEqual(Array(3).fill('90'));
  });

  test('conditions choose the branch by pages, content, size and format; skipped steps are not counted', async () => {
    const before = await countOperations();
    const steps: Step[] = [
      { name: 'Long', ...text, from: 'input', when: { minPages: 3 } },
      { name: 'Short', ...text, from: 'input', when: { maxPages: 2 }, outputName: 'short-{name}' },
      { name: 'Large', ...text, from: 'input', when: { minBytes: 1_000_000 } },
      {
        name: 'Picture',
        jobType: 'image-convert',
        options: { outputFormat: 'webp' },
        from: 'input',
        when: { format: 'png' },
      },
      {
        name: 'After',
        jobType: 'document-convert',
        options: { outputFormat: 'html' },
        from: ['Long', 'Short'],
        forEach: true,
      },
      { name: 'Words', ...text, from: 'input', when: { hasText: true, hasImages: false, rotation: 0 } },
      { name: 'Scan', ...text, from: 'input', when: { hasText: false, minPages: 2 } },
    ];
    const refused = await client.send('POST', '/recipes', { name: 'x', steps });
    expect(refused.body.message).toMatch(/^Step 4: No file that could reach/);
    const documents = steps.filter(({ name }) => name !== 'Picture');
    const done = await run(client, documents, 'two.pdf', pdf(['one', 'two']));
    expect(done.status).toBe('completed');
    expect(done.steps.map(({ name, status }) => [name, status])).toEqual([
      ['Long', 'skipped'],
      ['Short', 'completed'],
      ['Large', 'skipped'],
      ['After', 'completed'],
      ['Words', 'completed'],
      ['Scan', 'skipped'],
    ]);
    expect(done.result!.files.map(({ filename }) => filename)).toEqual(['short-two.html', 'two.txt']);
    expect((await countOperations()) - before).toBe(3);
    const mixed: Step[] = [
      { name: 'Words', ...text, from: 'input', when: { format: 'pdf' } },
      {
        name: 'Picture',
        jobType: 'image-convert',
        options: { outputFormat: 'webp' },
        from: 'input',
        when: { format: 'png' },
      },
    ];
    expect((await save(client, mixed)).accepts.sort()).toEqual(['pdf', 'png']);
    const picture = await run(client, mixed, 'dot.png', png(4, 4));
    expect(picture.steps.map(({ status }) => status)).toEqual(['skipped', 'completed']);
    expect(picture.result!.files.map(({ filename }) => filename)).toEqual(['dot.webp']);
  });

  test('a failed step skips the steps that depend on it, and other branches complete', async () => {
    const before = await countOperations();
    const done = await run(
      client,
      [
        { name: 'Seventh', jobType: 'pdf-extract', options: { pages: '7' }, from: 'input' },
        { name: 'After', ...text, from: 'Seventh' },
        { name: 'Beside', ...text, from: 'input' },
        { name: 'Both', jobType: 'pdf-merge', from: ['Seventh', 'input'], collect: true },
      ],
      'short.pdf',
      pdf(['only one']),
    );
    expect(done.status).toBe('failed');
    expect(done.steps.map(({ status }) => status)).toEqual(['failed', 'skipped', 'completed', 'skipped']);
    expect(done.steps[0]!.failure).toMatchObject({ reason: 'option_mismatch' });
    expect(await read(client, done.steps[2]!.outputs[0]!.downloadUrl)).toBe('only one');
    expect((await countOperations()) - before).toBe(2);
  });
});

test('a batch has the files of every branch, and the failure reason of any branch', async () => {
  const { id } = await save(client, [
    split,
    { name: 'Words', ...text, forEach: true },
    { name: 'Second', jobType: 'pdf-extract', options: { pages: '2' }, from: 'input' },
  ]);
  const inputs = await Promise.all(
    [pdf(['one', 'two']), pdf(['alone'])].map(async bytes => {
      const file = { filename: 'a.pdf', contentType: 'application/pdf', fileSize: bytes.length };
      const held = await client.expect(client.post<{ id: string; uploadUrl: string }>('/artifacts', file));
      await client.upload(held.uploadUrl, bytes);
      return { inputArtifactId: held.id };
    }),
  );
  const made = await client.expect(client.post<Batch>('/batches', { recipeId: id, inputs }));
  let batch = made;
  while (batch.status !== 'completed')
    batch = await client.expect(client.get<Batch>(`/batches/${made.id}?wait=30`));
  const manifest = await client.expect(client.get<BatchManifest>(`/batches/${made.id}/manifest`));
  const names = manifest.inputs.map(({ files }) => files.map(({ filename }) => filename));
  expect(names[0]).toHaveLength(3);
  expect(names[0]!.filter(name => name.endsWith('.txt'))).toHaveLength(2);
  expect(names[1]).toHaveLength(1);
  expect(manifest.inputs.map(({ failure }) => failure?.reason)).toEqual([undefined, 'option_mismatch']);
  expect(batch.result!.fileCount).toBe(4);
  const zip = listZip(await client.download(batch.result!.archiveUrl!));
  expect(zip.filter(name => name.startsWith('00001-'))).toHaveLength(3);
  expect(zip.filter(name => name.startsWith('00002-'))).toHaveLength(1);
});
