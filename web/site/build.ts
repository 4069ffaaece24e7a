// Writes the documentation site. `npm run docs [folder] [address of a service]` writes it anywhere; set-up writes it into
// `web/site/dist`, where the service finds it.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describeErrors } from './pages/errors.ts';
import { readGuides } from './pages/guides.ts';
import { describeJobTypes } from './pages/job-types.ts';
import { arrangePages, listPages } from './pages/navigation.ts';
import { findPath, type Page } from './pages/page.ts';
import { type Assets, rise, writePage } from './render/layout.ts';
import { renderMarkdown } from './render/markdown.ts';
import { type Entry, listEntries } from './render/search-index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const assetFile = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');

/** The parts of the style sheet. Later ones override earlier ones. */
const styles = ['base', 'bar', 'search', 'columns', 'text', 'requests', 'examples', 'first-page', 'screens'];

/** Below this size, the headers of a compressed response outweigh the savings. */
const smallest = 1024;

/** Writes a text file, and its compressed forms for the service to choose from. */
function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const bytes = Buffer.from(text);
  if (bytes.length < smallest) return;
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}

/** Writes a file whose name changes with its content, so that browsers keep it. Returns its path in the site. */
function writeAsset(folder: string, name: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 10);
  const path = `assets/${basename(name, extname(name))}-${hash}${extname(name)}`;
  writeText(join(folder, path), text);
  return path;
}

/** The page that the service shows for an address without one. */
const missing: Page = {
  source: 'docs/404.md',
  title: 'Page not found',
  summary: 'The documentation has no page at this address.',
  markdown:
    '# Page not found\n\nThe documentation has no page at this address. Search for it above, or choose a page from the list. [Go to the first page](README.md)\n',
};

/** Builds the whole site into a folder and replaces what was there. Links into the service start with its address. */
export async function buildSite(target: string, service = ''): Promise<void> {
  const folder = `${target}.new`;
  const groups = arrangePages([...readGuides(root), describeErrors()], await describeJobTypes());
  const pages = listPages(groups);
  const sources = new Set(pages.map(({ source }) => source));
  rmSync(folder, { recursive: true, force: true });
  const rendered = [...pages, missing].map(page => ({
    page,
    result: renderMarkdown(page.markdown, {
      source: page.source,
      sources,
      hasFile: path => existsSync(join(root, path)),
      service: rise(service, findPath(page.source)!),
    }),
  }));
  const entries: Entry[] = rendered
    .filter(({ page }) => page !== missing)
    .flatMap(({ page, result }) => listEntries(page, result.sections));
  const assets: Assets = {
    style: writeAsset(folder, 'site.css', styles.map(name => assetFile(`style/${name}.css`)).join('\n')),
    theme: writeAsset(folder, 'theme.js', assetFile('theme.js')),
    script: writeAsset(folder, 'site.js', assetFile('site.js')),
    search: writeAsset(folder, 'search.js', assetFile('search.js')),
    icon: writeAsset(folder, 'icon.svg', readFileSync(join(root, 'web/public/favicon.svg'), 'utf8')),
    index: writeAsset(folder, 'index.json', JSON.stringify(entries)),
  };
  for (const { page, result } of rendered) {
    writeText(join(folder, findPath(page.source)!), writePage(page, result, { groups, assets, service }));
    for (const file of [...result.files, ...(page.files ?? [])]) {
      mkdirSync(join(folder, 'files', dirname(file)), { recursive: true });
      copyFileSync(join(root, file), join(folder, 'files', file));
    }
  }
  rmSync(target, { recursive: true, force: true });
  renameSync(folder, target);
}

if (import.meta.main) {
  const [folder = 'web/site/dist', service] = process.argv.slice(2);
  await buildSite(folder, service);
}
