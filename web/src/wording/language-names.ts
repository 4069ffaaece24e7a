import { locale } from './language.ts';

const names = new Intl.DisplayNames([locale], { type: 'language' });

/** Codes of Tesseract that name a script too. */
const scripts: Record<string, string> = { chi_sim: 'zh-Hans', chi_tra: 'zh-Hant' };

/** The name of a language by its code: "German" for `de` and `deu`. A code that names no language stays. */
export function nameLanguage(code: string): string {
  try {
    return names.of(scripts[code] ?? code) ?? code;
  } catch {
    return code;
  }
}
