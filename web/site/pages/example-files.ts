import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { escapeHtml } from '../../../src/markup/escape-html.ts';
import type { Example } from '../examples/chosen.ts';

/** The folder of the examples in the repository. */
const base = 'web/site/examples';
const locate = (path: string): URL => new URL(`../examples/${path}`, import.meta.url);

const pictures = new Set(['.jpg', '.jpeg', '.png', '.webp', '.gif', '.avif', '.svg']);
const sounds = new Set(['.mp3', '.opus', '.ogg', '.wav', '.flac', '.m4a']);
const films = new Set(['.mp4', '.webm']);
const texts = new Set(['.txt', '.md', '.csv', '.json', '.srt', '.vtt', '.html', '.xml', '.yaml']);

/** The lines of a text file that are shown. */
const maxLines = 14;
const maxCharacters = 900;

const formatSize = (bytes: number): string =>
  bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`;

/** Shows the beginning of a text file. */
function showText(path: string): string {
  const text = readFileSync(locate(path), 'utf8').trimEnd();
  const lines = text.slice(0, maxCharacters).split('\n').slice(0, maxLines);
  const shown = lines.join('\n');
  return `<pre tabindex="0"><code>${escapeHtml(shown)}${shown.length < text.length ? '\n…' : ''}</code></pre>`;
}

/** Shows a file: as a picture, as a player, as text, or by its name. Of a PDF, its first pages are shown. */
function showFile(path: string): { html: string; files: string[] } {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const address = `../files/${base}/${path}`;
  const preview = `${path}.webp`;
  const extension = extname(name);
  const files = [`${base}/${path}`];
  const show = (): string => {
    if (pictures.has(extension)) return `<img src="${address}" alt="${name}" loading="lazy">`;
    if (sounds.has(extension)) return `<audio controls preload="none" src="${address}"></audio>`;
    if (films.has(extension)) return `<video controls preload="metadata" src="${address}"></video>`;
    if (texts.has(extension)) return showText(path);
    if (!existsSync(locate(preview))) return '';
    files.push(`${base}/${preview}`);
    return `<img class="sheet" src="../files/${base}/${preview}" alt="The pages of ${name}" loading="lazy">`;
  };
  const size = formatSize(statSync(locate(path)).size);
  const html = `<figure>${show()}<figcaption><a href="${address}" download>${name}</a> <span>${size}</span></figcaption></figure>`;
  return { html, files };
}

const listResults = (id: string): string[] =>
  existsSync(locate(`results/${id}`))
    ? readdirSync(locate(`results/${id}`))
        .filter(name => !/\.pdf\.webp$/.test(name))
        .sort()
    : [];

/** Shows the files of an example next to its results, if there are any. */
export function showExample(id: string, { inputs }: Example): { markdown: string; files: string[] } {
  const results = listResults(id);
  const given = inputs.filter(name => existsSync(locate(`inputs/${name}`)));
  if (results.length === 0 || given.length === 0) return { markdown: '', files: [] };
  const show = (title: string, paths: string[]) => {
    const shown = paths.map(showFile);
    return {
      html: `<div><p>${title}</p>${shown.map(({ html }) => html).join('')}</div>`,
      files: shown.flatMap(({ files }) => files),
    };
  };
  const before = show(
    'Input',
    given.map(name => `inputs/${name}`),
  );
  const after = show(
    'Result',
    results.map(name => `results/${id}/${name}`),
  );
  return {
    markdown: `<div class="example">${before.html}${after.html}</div>`,
    files: [...before.files, ...after.files],
  };
}
