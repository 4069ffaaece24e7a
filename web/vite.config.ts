import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { addresses } from './src/addresses.ts';
import { firstFrame } from './src/shell/first-frame.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Below this size, the headers of a compressed response outweigh the savings. */
const smallest = 1024;

/** Compresses every file once, so that the service only chooses one, and writes the list of page addresses. */
const finish: Plugin = {
  name: 'filemill-finish',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    // The session is requested while the script is loading, which public/first.js starts when the frame is painted.
    handler: html =>
      html
        .replace(
          /<script type="module" crossorigin src="([^"]+)"><\/script>/,
          `<script src="./first.js" data-page="$1"></script>
    <link rel="modulepreload" crossorigin href="$1">
    <link rel="preload" as="fetch" href="api/workspace/session" crossorigin="anonymous">`,
        )
        .replace('<div id="root"></div>', `<div id="root"></div>${firstFrame}`),
  },
  closeBundle() {
    const dist = at('dist');
    for (const path of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
      const file = join(dist, path);
      if (!/\.(js|mjs|css|svg|json|wasm|txt|md|csv)$/.test(path) || statSync(file).size < smallest) continue;
      const bytes = readFileSync(file);
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      writeFileSync(
        `${file}.br`,
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      );
    }
    writeFileSync(join(dist, 'addresses.json'), JSON.stringify(addresses));
  },
};

export default defineConfig({
  root: at('.'),
  // Relative, because behind a proxy the page may be served below a path, which its <base> names.
  base: './',
  plugins: [react(), finish],
  resolve: { alias: { '@filemill/client': at('../client/src/index.ts') } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    // Everything the first page needs is in one file: forty small requests would take longer.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3001' } },
});
