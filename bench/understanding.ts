// Scores what is read from the PDFs of ../shared/understand (or UNDERSTAND_DIR) beside LiteParse, document by document.
// node bench/understanding.ts [part of a name] [--liteparse <folder with node_modules/@llamaindex/liteparse>]
// Needs Debian's python3-levenshtein for the scorer. Results lie in a temporary folder, whose path is printed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeMarkdown } from '../src/documents/write/markdown.ts';
import { readPdf } from '../src/engines/pdfium/document.ts';

const data = process.env.UNDERSTAND_DIR ?? fileURLToPath(new URL('../../shared/understand', import.meta.url));
const { argv } = process;
const liteparseAt = argv.indexOf('--liteparse');
const liteparseDir = liteparseAt > 0 ? argv[liteparseAt + 1] : undefined;
const wanted = argv.slice(2).find(argument => !argument.startsWith('--') && argument !== liteparseDir);
const out = mkdtempSync(join(tmpdir(), 'understanding-'));

type Read = (path: string) => Promise<{ text: string; pages: number }>;

const readHere: Read = async path => {
  const { document, source } = await readPdf(path, { dir: out }, () => {});
  source.close();
  return {
    text: writeMarkdown(document, { tables: 'auto', furniture: 'drop' }),
    pages: document.pages.length,
  };
};

interface LiteParse {
  parse(path: string): Promise<{ text: string; pages: unknown[] }>;
}

async function loadLiteParse(folder: string): Promise<Read> {
  const entry = createRequire(join(folder, 'package.json')).resolve('@llamaindex/liteparse');
  const { LiteParse: Reader } = (await import(pathToFileURL(entry).href)) as {
    LiteParse: new (options: object) => LiteParse;
  };
  const reader = new Reader({ outputFormat: 'markdown', ocrEnabled: false, quiet: true });
  return async path => {
    const { text, pages } = await reader.parse(path);
    return { text, pages: pages.length };
  };
}

const readers: Record<string, Read> = {
  filemill: readHere,
  ...(liteparseDir !== undefined && { liteparse: await loadLiteParse(liteparseDir) }),
};
const files = ['pdf', 'tables'].flatMap(kind =>
  readdirSync(join(data, kind))
    .filter(name => name.endsWith('.pdf') && (wanted === undefined || name.includes(wanted)))
    .map(name => ({ kind, name })),
);

const took: Record<string, { seconds: number; perPage: number[] }> = {};
for (const reader of Object.keys(readers)) {
  took[reader] = { seconds: 0, perPage: [] };
  for (const kind of ['pdf', 'tables']) mkdirSync(join(out, reader, kind), { recursive: true });
}
// Each file is read by one reader after the other, so that other load affects all of them.
for (const { kind, name } of files)
  for (const [reader, read] of Object.entries(readers)) {
    const own = took[reader]!;
    const start = performance.now();
    const { text, pages } = await read(join(data, kind, name));
    const milliseconds = performance.now() - start;
    if (kind === 'pdf') own.seconds += milliseconds / 1000;
    for (let page = 0; page < pages; page++) own.perPage.push(milliseconds / pages);
    writeFileSync(join(out, reader, kind, name.replace(/\.pdf$/, '.md')), text);
  }
for (const [reader, { seconds, perPage }] of Object.entries(took)) {
  const middle = perPage.sort((a, b) => a - b)[perPage.length >> 1] ?? 0;
  console.log(`${reader}: ${seconds.toFixed(1)} s for pdf/, ${middle.toFixed(1)} ms a page (median of all)`);
}

const outs = Object.keys(readers).map(reader => join(out, reader));
console.log(execFileSync('/usr/bin/python3', [join(data, 'score.py'), data, ...outs], { encoding: 'utf8' }));

/** Scores by document, as the scorer wrote them. */
const detailOf = (folder: string): Map<string, string[]> =>
  new Map(
    readFileSync(join(folder, 'detail.tsv'), 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => line.split('\t'))
      .map(([kind = '', name = '', ...scores]) => [`${kind}/${name}`, scores]),
  );
const details = outs.map(detailOf);
console.log(
  `document | ${Object.keys(readers).join(' | ')}  (text, heading, table; tables: F1, recall, precision)`,
);
for (const { kind, name } of files) {
  const key = `${kind}/${name.replace(/\.pdf$/, '')}`;
  console.log(`${key} | ${details.map(detail => detail.get(key)?.join(' ') ?? '').join(' | ')}`);
}
console.log(out);
