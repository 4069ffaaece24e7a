import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
import { check, qpdfJson } from '../testing/read-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-outlines-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Two pages, and an outline with an open item, a closed one, a heading that leads nowhere, colours and flags. */
async function makeOutlined(name: string, { wrongPrevious = false, loops = false } = {}): Promise<string> {
  const objects = new PdfObjects();
  const [catalog, tree, one, two] = [1, 2, 3, 4].map(() => objects.reserve()) as [number, ...number[]];
  for (const page of [one!, two!])
    objects.set(page, `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 200 200] >>`);
  objects.set(tree!, `<< /Type /Pages /Kids [${one} 0 R ${two} 0 R] /Count 2 >>`);
  const [root, open, below, closed, hidden, heading] = Array.from({ length: 6 }, () => objects.reserve());
  const item = (title: string, rest: string) => `<< /Title (${title}) ${rest} >>`;
  const to = (page: number) => `/Dest [${page} 0 R /XYZ 10 150.5 null]`;
  objects.set(root!, `<< /Type /Outlines /First ${open} 0 R /Last ${heading} 0 R /Count 4 >>`);
  objects.set(
    open!,
    item(
      'open \\(1\\)',
      `/Parent ${root} 0 R /Next ${closed} 0 R /First ${below} 0 R /Last ${below} 0 R /Count 1 /C [1 0 .5] ${to(one!)}`,
    ),
  );
  objects.set(below!, item('below', `/Parent ${open} 0 R ${to(two!)} /F 2`));
  objects.set(
    closed!,
    item(
      'closed',
      `/Parent ${root} 0 R /Prev ${wrongPrevious ? heading : open} 0 R /Next ${heading} 0 R /First ${hidden} 0 R /Last ${hidden} 0 R /Count -1 ${to(two!)}`,
    ),
  );
  objects.set(hidden!, item('hidden', `/Parent ${closed} 0 R ${to(one!)}`));
  const next = loops ? `/Next ${open} 0 R` : '';
  objects.set(heading!, item('heading', `/Parent ${root} 0 R /Prev ${closed} 0 R ${next}`));
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R /Outlines ${root} 0 R >>`);
  const path = join(dir, name);
  await writeFile(path, objects.file(`/Root ${catalog} 0 R`));
  return path;
}

type Entry = Record<string, unknown>;

/** Reads every outline item as stored, with page indexes; throws if its links are inconsistent. */
async function readItems(path: string): Promise<unknown[]> {
  const { qpdf, pages } = (await qpdfJson(path, 'qpdf', 'pages')) as unknown as {
    qpdf: [unknown, Record<string, { value: Entry }>];
    pages: { object: string }[];
  };
  const at = (reference: unknown): Entry => qpdf[1][`obj:${reference}`]!.value;
  const catalog = at((qpdf[1].trailer!.value as { '/Root': string })['/Root']);
  const pageOf = ([page, ...view]: unknown[]) => [pages.findIndex(({ object }) => object === page), ...view];
  const walk = (parent: unknown): unknown[] => {
    const items: unknown[] = [];
    let before: unknown;
    for (let reference = at(parent)['/First']; reference; reference = at(reference)['/Next']) {
      const entry = at(reference);
      if (entry['/Parent'] !== parent || entry['/Prev'] !== before)
        throw new Error(`${reference} has inconsistent links`);
      const dest = entry['/Dest'] as unknown[] | undefined;
      const { '/Title': title, '/Count': count, '/C': colour, '/F': flags } = entry;
      items.push([title, count, colour, flags, dest && pageOf(dest), ...walk(reference)]);
      before = reference;
    }
    if (at(parent)['/Last'] !== before) throw new Error(`the last of ${parent} is another`);
    return items;
  };
  return [at(catalog['/Outlines'])['/Count'], ...walk(catalog['/Outlines'])];
}

/** Lists the entries below that of a source whose first page is at `first`. */
const expectedAt = (first: number) => [
  [
    'u:open (1)',
    1,
    [1, 0, 0.5],
    undefined,
    [first, '/XYZ', 10, 150.5, null],
    ['u:below', undefined, undefined, 2, [first + 1, '/XYZ', 10, 150.5, null]],
  ],
  [
    'u:closed',
    -1,
    undefined,
    undefined,
    [first + 1, '/XYZ', 10, 150.5, null],
    ['u:hidden', undefined, undefined, undefined, [first, '/XYZ', 10, 150.5, null]],
  ],
  ['u:heading', undefined, undefined, undefined, undefined],
];

test('keeps outlines as they are, and repairs those with wrong or circular links', async () => {
  const sources = [
    await makeOutlined('right.pdf'),
    await makeOutlined('wrong.pdf', { wrongPrevious: true }),
    await makeOutlined('loop.pdf', { loops: true }),
  ];
  await using merged = await runJob(job, run, sources);
  const { path } = merged.outputs[0]!;
  await check(path);
  expect(await readItems(path)).toEqual([
    15,
    ['u:right.pdf', 4, undefined, undefined, [0, '/Fit'], ...expectedAt(0)],
    ['u:wrong.pdf', 4, undefined, undefined, [2, '/Fit'], ...expectedAt(2)],
    ['u:loop.pdf', 4, undefined, undefined, [4, '/Fit'], ...expectedAt(4)],
  ]);
});
