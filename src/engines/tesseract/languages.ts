import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Models that read no text but page orientation or formulas. */
const notLanguages = new Set(['osd', 'equ', 'snum']);

/** Lists the languages whose models are installed, by the names that `languages` takes. */
export async function listInstalledLanguages(): Promise<string[]> {
  try {
    const { stdout } = await run('tesseract', ['--list-langs'], { timeout: 5000 });
    const names = stdout.split('\n').slice(1);
    return names.map(name => name.trim()).filter(name => name !== '' && !notLanguages.has(name));
  } catch {
    return [];
  }
}
