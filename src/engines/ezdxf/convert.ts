import { fileURLToPath } from 'node:url';
import { JobFailure } from '../../contract/failure.ts';
import type { Convert } from '../conversion.ts';
import { ProgramFailure, runProgram } from '../program.ts';

const script = fileURLToPath(new URL('draw.py', import.meta.url));
/** The script's own exit codes. */
const failures = new Map([
  [65, 'unreadable_input'],
  [66, 'limit_exceeded'],
  [67, 'drawing_empty'],
] as const);

export const convert: Convert = async ({ to, input, output, dir }) => {
  try {
    await runProgram('/usr/bin/python3', ['-I', script], {
      cwd: dir,
      stdin: JSON.stringify({ to, input, output }),
    });
  } catch (error) {
    const id = error instanceof ProgramFailure && failures.get(error.code as 65);
    if (id) throw new JobFailure(id, (error as ProgramFailure).detail);
    throw error;
  }
  return [{ path: output }];
};
