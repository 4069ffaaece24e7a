import type { Config } from '../../settings/config.ts';
import type { Check } from './check.ts';
import { checkDatabase } from './database.ts';
import { checkDisks } from './disk.ts';
import { checkFonts } from './fonts.ts';
import { checkLanguages } from './languages.ts';

/** Checks what the machine provides besides engines. */
export async function checkMachine(config: Config): Promise<Check[]> {
  const checks = await Promise.all([
    checkDatabase(config),
    checkDisks(config),
    checkFonts(),
    checkLanguages(),
  ]);
  return checks.flat();
}
