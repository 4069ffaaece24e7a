// Runs before `npm pack`: compiles the package and gives it the manifest of the compiled files, because Node strips no
// types of installed packages.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packPackages } from '../bin/packed-packages.mjs';
import { compileFolder, writeTypes } from './compile.ts';
import { keepManifest, root } from './manifest.ts';

type Manifest = Record<string, unknown> & { name: string };

function changeManifest(folder: string, change: (manifest: Manifest) => object): void {
  const path = join(folder, 'package.json');
  keepManifest(path);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  writeFileSync(path, `${JSON.stringify(change(manifest), null, 2)}\n`);
}

const entry = (path: string, name = '.') => ({
  [name]: { types: `./${path}.d.ts`, default: `./${path}.js` },
});

function packClient(): void {
  const [from, to] = [join(root, 'client/src'), join(root, 'client/dist')];
  compileFolder(from, to);
  writeTypes(
    join(from, 'index.ts'),
    from,
    to,
    ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    [],
  );
  changeManifest(join(root, 'client'), ({ scripts: _, ...manifest }) => ({
    ...manifest,
    exports: { ...entry('dist/index'), './package.json': './package.json' },
  }));
}

async function packService(): Promise<void> {
  const [from, to] = [join(root, 'src'), join(root, 'dist')];
  compileFolder(from, to);
  writeTypes(join(from, 'extension.ts'), from, to, ['lib.es2024.d.ts'], ['node']);
  // Programs that install only this package call a server with `filemill/client`.
  for (const file of ['client.js', 'client.d.ts'])
    writeFileSync(join(to, file), "export * from '@filemill/client';\n");
  await packPackages(join(to, 'packed'));
  changeManifest(
    root,
    ({ scripts: _, workspaces: __, devDependencies: ___, overrides: ____, ...manifest }) => ({
      ...manifest,
      exports: {
        ...entry('dist/extension'),
        ...entry('dist/client', './client'),
        './package.json': './package.json',
      },
      files: [
        'bin/filemill',
        'bin/filemill.mjs',
        'bin/node24.mjs',
        'bin/packed-packages.mjs',
        'dist',
        'web/dist',
        'web/site/dist',
        'docs',
        'CHANGELOG.md',
      ],
      // The command uses the client of its own version.
      bundleDependencies: ['@filemill/client'],
    }),
  );
}

packClient();
if (resolve(process.cwd()) === resolve(root)) await packService();
