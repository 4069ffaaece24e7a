import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import type { Convert } from '../conversion.ts';
import { ProgramFailure, runProgram } from '../program.ts';

/** Writes a Kindle book as an EPUB with its cover, its pictures and its table of contents. */
export const convert: Convert = async ({ input, output, dir }) => {
  // The program names its result after the book.
  const book = join(dir, 'book.mobi');
  await copyFile(input, book);
  const { stdout, stderr } = await runProgram('mobitool', ['-e', '-o', dir, book], {
    cwd: dir,
    accept: [0, 1],
  }).catch(error => {
    if (error instanceof ProgramFailure && error.signal !== 'SIGKILL')
      throw new JobFailure('unreadable_input', error.detail);
    throw error;
  });
  const said = stdout.toString('utf8') + stderr;
  if (/Document is encrypted/i.test(said)) throw new JobFailure('bought_and_locked', said.slice(-2000));
  try {
    await rename(join(dir, 'book.epub'), output);
  } catch {
    throw new JobFailure('unreadable_input', `mobitool: ${said.slice(-2000)}`);
  }
  return [{ path: output }];
};
