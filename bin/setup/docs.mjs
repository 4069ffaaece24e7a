// Builds the documentation, web/site, into web/site/dist whenever its sources have changed since the last build.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNode } from '../node24.mjs';
import { hashFiles } from './hash.mjs';
import { installPageTools } from './page.mjs';
import { run, say } from './processes.mjs';
import { readJson } from './stamp.mjs';

const site = ['assets', 'examples', 'pages', 'render', 'build.ts'].map(name => `web/site/${name}`);
const pages = ['docs', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'client/README.md', 'examples'];

/**
 * Computes a key that changes when a new build would differ. Of the job types only the declarations are read, because this
 * runs at every start; `npm run docs` always builds.
 */
const computeDocsKey = root =>
  hashFiles(root, [...site, ...pages, 'src/contract', ...listDeclarations(root)]);

const listFolder = (root, folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => `${folder}/${entry.name}`);

const listDeclarations = root =>
  listFolder(root, 'src/jobs')
    .flatMap(family => listFolder(root, family))
    .map(folder => `${folder}/job.ts`)
    .sort();

const stampFile = root => join(root, 'web/site/dist/built.json');

/** Builds the documentation. A failed build is reported: the service runs without it. */
export async function setUpDocs(root) {
  if (!existsSync(join(root, 'web/site'))) return;
  const key = computeDocsKey(root);
  if (readJson(stampFile(root))?.key === key) return;
  const built =
    (await installPageTools(root)) &&
    (await run(findNode(), [join(root, 'web/site/build.ts')], { cwd: root, yields: true })) === 0;
  if (built) writeFileSync(stampFile(root), JSON.stringify({ key }));
  else say('the documentation is not built; `node bin/setup.mjs` tries again.');
}
