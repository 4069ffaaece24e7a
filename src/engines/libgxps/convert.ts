import { stat } from 'node:fs/promises';
import { checkZip } from '../../containers/read-zip.ts';
import { JobFailure } from '../../contract/failure.ts';
import type { Convert } from '../conversion.ts';
import { ProgramFailure, runProgram } from '../program.ts';

export const convert: Convert = async ({ input, output, dir }) => {
  await checkZip(input);
  try {
    await runProgram('xpstopdf', [input, output], { cwd: dir });
  } catch (error) {
    if (error instanceof ProgramFailure && error.signal !== 'SIGKILL')
      throw new JobFailure('unreadable_input', error.detail);
    throw error;
  }
  if (!(await stat(output).catch(() => undefined))?.size)
    throw new JobFailure('unreadable_input', 'xpstopdf wrote nothing');
  return [{ path: output }];
};
