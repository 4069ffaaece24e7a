import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { makeWarning } from '../../../contract/warnings.ts';
import { everyPage, parsePages } from '../../../engines/page-spans.ts';
import { runPoppler } from '../../../engines/poppler/open.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { limits } from '../../../settings/limits.ts';
import type { Run, RunOutput } from '../../run.ts';
import { makePdfInput } from '../documents/pdf-input.ts';
import { makePlain } from '../documents/plain.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

/** Messages about pictures whose data cannot be decoded; each is written out as far as it can be. */
const pictureErrors = /^Syntax Error.*(?:JBIG2|JPX|JP2|flate stream|CCITT|DCT)/im;
/** Each range is read by a process of its own. */
const maxRanges = 50;
const formats = { '.png': 'png', '.jpg': 'jpeg', '.jp2': 'jp2' } as const;

export const run: Run<typeof job> = async ({ dir, inputs, options, begin }) => {
  const [input] = inputs;
  const spans = options.pages === undefined ? everyPage : parsePages(options.pages);
  const document = await makePlain(join(dir, 'plain'), makePdfInput(input, options.password), spans);
  const { path, engines } = document;
  const pages = new Set(document.indexes.map(index => index + 1));
  const work = { drawnPage: document.count };
  begin(work);
  const { stdout } = await runPoppler('pdfimages', ['-list', path], dir, { work, maxStdout: 64 << 20 });
  const listed = readList(stdout.toString('utf8'));
  const seen = new Set<string>();
  const wanted = listed.filter(({ kind, page, width, height, object }) => {
    const isNew = object === undefined || !seen.has(object);
    const isWanted =
      kind === 'image' &&
      isNew &&
      pages.has(page) &&
      width >= options.minWidth &&
      height >= options.minHeight;
    if (isWanted && object !== undefined) seen.add(object);
    return isWanted;
  });
  if (wanted.length === 0) throw new JobFailure('no_pictures', `${listed.length} pictures`);
  if (wanted.length > limits.outputFiles) throw new JobFailure('limit_exceeded', `${wanted.length} pictures`);
  const stored = options.format === 'original' ? ['-j', '-jp2'] : [];
  const written = new Map<number, string>();
  const messages: string[] = [];
  for (const { first, last } of chooseRanges(wanted)) {
    const range = ['-f', `${first}`, '-l', `${last}`];
    const stem = `picture-${first}`;
    const { stderr } = await runPoppler(
      'pdfimages',
      ['-png', ...stored, ...range, path, join(dir, stem)],
      dir,
      {
        work: { drawnPage: last - first + 1 },
      },
    );
    messages.push(stderr);
    // The program counts the pictures of each range from 0.
    const before = listed.find(({ page }) => page >= first)!.number;
    for (const name of await readdir(dir))
      if (name.startsWith(`${stem}-`))
        written.set(before + Number.parseInt(name.slice(stem.length + 1), 10), name);
  }
  const digits = String(wanted.length).length;
  const outputs = wanted.flatMap(({ number, page, width, height }, at): RunOutput[] => {
    const name = written.get(number);
    const extension = name ? (extname(name) as keyof typeof formats) : undefined;
    const format = extension && formats[extension];
    if (!name || !format) return [];
    const filename = makeOutputName(input.filename, `-${String(at + 1).padStart(digits, '0')}${extension}`);
    const metadata = { page, width, height, ...(document.repaired && { repaired: true }) };
    return [{ path: join(dir, name), filename, format, metadata }];
  });
  const warnings = messages.some(text => pictureErrors.test(text))
    ? [makeWarning('pictures_unreadable')]
    : [];
  return { outputs, engines: [...engines, 'poppler'], warnings };
};

/**
 * Chooses the pages whose pictures are decoded: those where a picture is new. A picture that is on every page, such as the ground of
 * slides, would be decoded as often.
 */
function chooseRanges(wanted: readonly Listed[]): { first: number; last: number }[] {
  const ranges: { first: number; last: number }[] = [];
  for (const { page } of wanted) {
    const range = ranges.at(-1);
    if (range && page <= range.last + 1) range.last = page;
    else ranges.push({ first: page, last: page });
  }
  return ranges.length <= maxRanges ? ranges : [{ first: ranges[0]!.first, last: ranges.at(-1)!.last }];
}

interface Listed {
  number: number;
  page: number;
  kind: string;
  width: number;
  height: number;
  /** The object that holds the picture; none if it is part of a page's content. */
  object: string | undefined;
}

/** Reads the table that the program prints. */
function readList(table: string): Listed[] {
  return table
    .split('\n')
    .slice(2)
    .map(line => line.trim().split(/\s+/))
    .filter(cells => cells.length >= 12)
    .map(([page, number, kind = '', width, height, , , , , , object, generation]) => ({
      page: Number(page),
      number: Number(number),
      kind,
      width: Number(width),
      height: Number(height),
      object: object === '[inline]' ? undefined : `${object} ${generation}`,
    }));
}
