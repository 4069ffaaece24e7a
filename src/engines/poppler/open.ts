import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import { computeProgramSeconds, type Work } from '../../settings/work.ts';
import { ProgramFailure, runProgram } from '../program.ts';

/** Turns the message of one of Poppler's programs about a file it cannot read into a failure. */
export function toFailure(error: unknown): unknown {
  if (!(error instanceof ProgramFailure)) return error;
  if (/Incorrect password/i.test(error.stderr)) return new JobFailure('password_required', error.detail);
  if (error.code !== null) return new JobFailure('unreadable_input', error.detail);
  return error;
}

interface PopplerOptions {
  maxStdout?: number;
  /** The work, which determines the time limit. By default reading the pages from `-f` to `-l`, or a few facts. */
  work?: Work;
}

/** Counts the pages that the arguments name. */
function countNamedPages(args: readonly string[]): number {
  const readFlag = (flag: string) => Number(args[args.indexOf(flag) + 1]);
  return args.includes('-f') && args.includes('-l') ? readFlag('-l') - readFlag('-f') + 1 : 1;
}

/** Runs one of Poppler's programs, whose failures are nearly always the file's. */
export async function runPoppler(program: string, args: string[], dir: string, options: PopplerOptions = {}) {
  const { work = { textPage: countNamedPages(args) }, ...rest } = options;
  try {
    return await runProgram(program, args, { cwd: dir, seconds: computeProgramSeconds(work), ...rest });
  } catch (error) {
    throw toFailure(error);
  }
}

/** Decrypts the file first: Poppler takes a password only as an argument, which others could read. */
export async function decryptPdf(input: string, dir: string, password: unknown): Promise<string> {
  if (typeof password !== 'string') return input;
  const secret = join(dir, 'password');
  const plain = join(dir, 'plain.pdf');
  await writeFile(secret, password, { mode: 0o600 });
  try {
    await runProgram('qpdf', [`--password-file=${secret}`, '--decrypt', input, plain], {
      cwd: dir,
      accept: [0, 3],
    });
  } catch (error) {
    if (error instanceof ProgramFailure && /invalid password/i.test(error.stderr)) {
      throw new JobFailure('password_required', error.detail);
    }
    if (error instanceof ProgramFailure && error.code === 2)
      throw new JobFailure('unreadable_input', error.detail);
    throw error;
  }
  return plain;
}

export interface PdfFacts {
  pages: number;
}

/**
 * Tells whether readers are asked for a password: an empty owner password opens the file to Poppler, but not to them.
 */
async function asksReaders(input: string, dir: string): Promise<boolean> {
  const accept = [0, 2, 3];
  const { stdout } = await runProgram('qpdf', ['--show-encryption', input], { cwd: dir, accept });
  const said = stdout.toString('utf8');
  return (
    said.includes('Supplied password is owner password') &&
    !said.includes('Supplied password is user password')
  );
}

/** Refuses a file with a lock that Poppler does not know, for it would find empty pages. qpdf knows more locks. */
async function refuseUnknownLock(input: string, dir: string): Promise<never> {
  const accept = [0, 2, 3];
  const { code } = await runProgram('qpdf', ['--requires-password', input], { cwd: dir, accept });
  if (code === 0) throw new JobFailure('password_required', 'a lock that only qpdf knows');
  if (code === 2) throw new JobFailure('locked_unknown', 'a lock that nobody knows');
  // The file opens without a password, so repairing it removes the lock.
  throw new JobFailure('unreadable_input', 'a lock that Poppler does not know');
}

export async function readFacts(input: string, dir: string): Promise<PdfFacts> {
  const { stdout, stderr } = await runPoppler('pdfinfo', [input], dir);
  const said = stdout.toString('utf8');
  if (/^Encrypted:\s+yes/m.test(said) && (await asksReaders(input, dir)))
    throw new JobFailure('password_required', 'its user password is wanted');
  if (/security handler|encryption key/i.test(stderr)) await refuseUnknownLock(input, dir);
  const pages = Number(/^Pages:\s+(\d+)/m.exec(said)?.[1] ?? 0);
  if (!pages) throw new JobFailure('unreadable_input', 'a PDF without pages');
  return { pages };
}
