import { JobFailure } from '../contract/failure.ts';
import { runProgram } from './program.ts';

/** Distinguishes a lock that a password opens from one that no engine here can open. qpdf knows more kinds of locks than PDFium. */
export async function throwLockFailure(error: unknown, input: string, dir: string): Promise<never> {
  if (!(error instanceof JobFailure) || error.id !== 'password_required') throw error;
  const accept = [0, 2, 3];
  const { code } = await runProgram('qpdf', ['--requires-password', input], { cwd: dir, accept });
  if (code === 2) throw new JobFailure('locked_unknown', error.detail);
  throw error;
}
