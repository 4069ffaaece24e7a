import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JobFailure } from '../../contract/failure.ts';
import type { WarningId } from '../../contract/warnings.ts';
import { decodeWhole } from '../../encodings/encoding.ts';
import { detectHtmlEncoding } from '../../encodings/html-encoding.ts';
import type { Convert } from '../conversion.ts';
import { asksForPaper, readPaper } from '../paper.ts';
import { ProgramFailure, runProgram } from '../program.ts';

const script = fileURLToPath(new URL('print.py', import.meta.url));
const maxCharacters = 50_000_000;
/** The script's own exit code for a page that cannot be laid out. */
const notPrintable = 65;

export const convert: Convert = async ({ input, output, dir, options, progress }) => {
  const encoding = options.encoding ?? (await detectHtmlEncoding(input));
  const page = join(dir, 'page.html');
  await writeFile(page, await decodeWhole(input, maxCharacters, encoding));
  const request = JSON.stringify({
    input: page,
    output,
    paper: readPaper(options),
    insist: asksForPaper(options),
    pdfa: options.pdfa === true,
    bookmarks: options.exportBookmarks !== false,
    toc: options.toc === true,
  });
  progress(10);
  try {
    const { stdout } = await runProgram('/usr/bin/python3', ['-I', script], { cwd: dir, stdin: request });
    const { pages, dropped } = JSON.parse(stdout.toString('utf8')) as { pages: number; dropped: WarningId[] };
    return [{ path: output, metadata: { pages }, warnings: dropped }];
  } catch (error) {
    if (error instanceof ProgramFailure && error.code === notPrintable) {
      throw new JobFailure('unsupported_content', error.detail);
    }
    throw error;
  }
};
