import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { addresses } from './src/addresses.ts';
import { firstFrame } from './src/shell/first-frame.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Below this the headers of a compressed answer outweigh what it saves. */
const smallest = 1024;

/** Compresses every file once, here, so that the service only picks one; and tells it which addresses are pages. */
const finish: Plugin = {
  name: 'filemill-finish',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    // Who is there is asked for while the script is on its way, which public/first.js begins when the frame is painted.
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
  // Relative: the page may stand under a path of its own behind a proxy, which its <base> names.
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
    // All that the first page needs in one file: asking for forty small ones takes longer than reading them.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3001' } },
});
