import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Names the content that is left out of each page. */
function findDropped(pages: string[]): string[][] {
  const code = `import json, sys, weasyprint, dropped
print(json.dumps([dropped.find_dropped(weasyprint.HTML(string=page).etree_element) for page in json.load(sys.stdin)]))`;
  return JSON.parse(
    execFileSync('/usr/bin/python3', ['-B', '-c', code], {
      encoding: 'utf8',
      input: JSON.stringify(pages),
      env: { PYTHONPATH: folder, PATH: '/usr/bin:/bin' },
    }),
  );
}

test('names scripts, canvases, grids, embedded content and remote resources that are not printed', () => {
  const pages: Record<string, string[]> = {
    '<script>document.write(1)</script><canvas></canvas>': ['canvas_empty', 'scripts_not_run'],
    '<script type="module" src="a.js"></script>': ['scripts_not_run'],
    '<style>@media print { .g { display: grid } }</style><div class="g"></div>': ['grid_not_laid_out'],
    '<div style="display: inline-grid"></div>': ['grid_not_laid_out'],
    '<div style="display: flex; gap: 1em"></div>': ['flex_not_laid_out'],
    '<style>.row { column-gap: 8px; display: flex }</style><div class="row"></div>': ['flex_not_laid_out'],
    '<span style="display: inline-flex"></span>': ['flex_not_laid_out'],
    '<iframe src="a.html"></iframe>': ['embedded_content'],
    '<img src="logo.png">': ['remote_pictures'],
    '<p style="background: url(\'https://example.com/a.png\')">a': ['remote_pictures'],
    '<link rel="stylesheet" href="https://example.com/a.css">': ['remote_styles'],
    '<style>@import "a.css"; @font-face { font-family: f; src: url(f.woff2) }</style>': [
      'remote_fonts',
      'remote_styles',
    ],
  };
  expect(findDropped(Object.keys(pages))).toEqual(Object.values(pages));
});

test('does not name printed content, structured data and rules without effect', () => {
  const pages = [
    '<p>Plain <a href="https://example.com/x">link</a></p>',
    '<script type="application/ld+json">{}</script>',
    '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">',
    '<div style="display: flex"><p>a</p></div>',
    '<div style="display: flex; gap: 0"></div><div style="columns: 2; gap: 2em"></div>',
    '<style>@media screen { p { display: grid } } .unused { display: grid; background: url(a.png) }</style><p>a',
    '<link rel="stylesheet" media="screen" href="a.css"><style>p:::x { display: grid } }</style><p>a',
  ];
  expect(findDropped(pages).flat()).toEqual([]);
});
