import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decodeFile, readLines } from '../../encodings/encoding.ts';
import { escapeHtml } from '../../markup/escape-html.ts';

/** Escapes text and removes control characters, which HTML does not allow. */
const escapeText = (text: string): string => escapeHtml(text.replace(/[\x00-\x08\x0b\x0e-\x1f\x7f]/g, ''));

const style =
  'body{max-width:50em;margin:2em auto;padding:0 1em;line-height:1.4}p{white-space:pre-wrap;tab-size:8}hr{break-after:page;border:0}';

/** Writes a page. Blank lines separate paragraphs, form feeds pages; line breaks and inner spaces stay. */
async function* renderPage(path: string, title: string, encoding?: string): AsyncGenerator<string> {
  yield `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${escapeText(title)}</title>\n<style>${style}</style>\n</head>\n<body>\n`;
  let open = false;
  for await (const line of readLines(decodeFile(path, encoding))) {
    for (const [index, part] of line.split('\f').entries()) {
      if (index > 0) {
        yield open ? '</p>\n<hr>\n' : '<hr>\n';
        open = false;
      }
      if (part.trim() === '') {
        if (open) yield '</p>\n';
        open = false;
      } else {
        yield `${open ? '<br>' : '<p dir="auto">'}${escapeText(part)}`;
        open = true;
      }
    }
  }
  yield `${open ? '</p>\n' : ''}</body>\n</html>\n`;
}

export async function convertTextToHtml(
  input: string,
  output: string,
  title: string,
  encoding?: string,
): Promise<void> {
  await pipeline(Readable.from(renderPage(input, title, encoding)), createWriteStream(output));
}
