import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JobFailure } from '../../contract/failure.ts';
import { decodeWhole } from '../../encodings/encoding.ts';
import type { Convert } from '../conversion.ts';
import { readPaper } from '../paper.ts';
import { runProgram } from '../program.ts';

const script = fileURLToPath(new URL('typeset.py', import.meta.url));
const maxCharacters = 50_000_000;
const maxPages = 20_000;

export const convert: Convert = async ({ input, output, stem, dir, options, progress }) => {
  const text = await decodeWhole(input, maxCharacters, options.encoding as string | undefined);
  const plain = join(dir, 'text');
  await writeFile(plain, text);
  const request = JSON.stringify({ input: plain, output, title: stem, maxPages, paper: readPaper(options) });
  const onStdout = (said: string) => {
    const percent = /(\d+)%\s*$/.exec(said)?.[1];
    if (percent) progress(Number(percent));
  };
  const { stdout } = await runProgram('/usr/bin/python3', ['-I', script], {
    cwd: dir,
    stdin: request,
    onStdout,
  });
  const [, pages] = /pages (\d+)/.exec(stdout.toString('utf8')) ?? [];
  if (!pages) throw new JobFailure('limit_exceeded', `a text of more than ${maxPages} pages`);
  return [{ path: output, metadata: { pages: Number(pages) } }];
};
