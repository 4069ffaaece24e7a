import { fileURLToPath } from 'node:url';
import { JobFailure } from '../../contract/failure.ts';
import type { Convert } from '../conversion.ts';
import { ProgramFailure, runProgram } from '../program.ts';

const script = fileURLToPath(new URL('message.py', import.meta.url));
/** The script's own exit code for a file that is no message. */
const noMessage = 65;

export const convert: Convert = async ({ input, output, stem, dir }) => {
  try {
    const { stdout } = await runProgram('/usr/bin/python3', ['-I', script, input, output, stem], {
      cwd: dir,
    });
    return [{ path: output, metadata: { attachments: Number(stdout.toString('utf8')) } }];
  } catch (error) {
    if (error instanceof ProgramFailure && error.code === noMessage)
      throw new JobFailure('unreadable_input', error.detail);
    throw error;
  }
};
