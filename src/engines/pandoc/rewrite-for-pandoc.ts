import { existsSync } from 'node:fs';
import { ProgramFailure, runProgram } from '../program.ts';

/**
 * Returns the copy that a script makes of a file for Pandoc; the file itself if the script makes none or cannot read
 * it.
 */
export async function rewriteForPandoc(
  script: string,
  path: string,
  copy: string,
  dir: string,
): Promise<string> {
  try {
    await runProgram('/usr/bin/python3', ['-I', script, path, copy], { cwd: dir });
  } catch (error) {
    // Pandoc says better what is wrong with the file.
    if (error instanceof ProgramFailure && error.code !== null) return path;
    throw error;
  }
  return existsSync(copy) ? copy : path;
}
