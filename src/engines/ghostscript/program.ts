import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import { ProgramFailure, runProgram } from '../program.ts';

export interface GhostscriptOptions {
  /** The work folder. */
  dir: string;
  password?: string;
  /** The time after which the program is ended. */
  seconds?: number;
  /** PostScript to run before the document. */
  before?: readonly string[];
  onStdout?: (text: string) => void;
}

const base = ['-dSAFER', '-dBATCH', '-dNOPAUSE', '-dNOPROMPT', '-sDEVICE=pdfwrite'];
// If Ghostscript can read no page, it writes a blank one and reports success.
const readNothing = /Couldn't initialise file|No pages will be processed|Catalog dictionary not located/;
const wantsPassword = /requires a password|Password did not work|Cannot decrypt PDF file/;

/**
 * Ghostscript 10.0 still has its older reader of PDFs. The newer one crashes on x64 where the password of a document
 * encrypted by AES-256 is wrong. The older one says on its output what is wrong, and fails.
 */
const olderReader = ['-dNEWPDF=false', '-sstdout=%stderr'];
const isCrash = (error: unknown): boolean => error instanceof ProgramFailure && error.signal === 'SIGSEGV';

/**
 * Runs Ghostscript's PDF writer over a document, and returns what it said. Arguments go in a file, so
 * that a password is not in the process list.
 */
export async function writePdf(
  args: readonly string[],
  input: string,
  output: string,
  { dir, password, seconds, before = [], onStdout }: GhostscriptOptions,
): Promise<string> {
  const argumentFile = join(dir, 'ghostscript-arguments');
  const secret = password === undefined ? [] : [quoteArgument(`-sPDFPassword=${password}`)];
  await writeFile(argumentFile, `${secret.join('')}\n`, { mode: 0o600 });
  try {
    const began = performance.now();
    const run = (...reader: string[]) => {
      const left = (seconds ?? 0) - (performance.now() - began) / 1000;
      const all = [...base, ...reader, `@${argumentFile}`, ...args, `--permit-file-read=${input}`];
      return runProgram('gs', [...all, '-o', output, ...before, input], {
        cwd: dir,
        ...(seconds !== undefined && { seconds: Math.max(1, left) }),
        ...(onStdout && { onStdout }),
      });
    };
    const told = await run().catch(error => {
      if (!isCrash(error)) throw error;
      return run(...olderReader);
    });
    const words = told.stdout.toString('utf8') + told.stderr;
    if (wantsPassword.test(words)) throw new JobFailure('password_required', words.slice(-2000));
    if (readNothing.test(words)) throw new JobFailure('unreadable_input', words.slice(-2000));
    return words;
  } catch (error) {
    if (error instanceof ProgramFailure && error.code !== null)
      throw new JobFailure(
        wantsPassword.test(error.stderr) ? 'password_required' : 'unreadable_input',
        error.detail,
      );
    throw error;
  } finally {
    await rm(argumentFile, { force: true });
  }
}

const quoteArgument = (argument: string): string =>
  `"${argument.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
