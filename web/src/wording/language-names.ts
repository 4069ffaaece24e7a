import { locale } from './language.ts';

const names = new Intl.DisplayNames([locale], { type: 'language' });

/** Codes of Tesseract that name a script too. */
const scripts: Record<string, string> = { chi_sim: 'zh-Hans', chi_tra: 'zh-Hant' };

/** Languages that Chromium has no names for. */
const others: Record<string, string> = { ba: 'Bashkir', bo: 'Tibetan' };

/** The name of a language by its code: "German" for `de` and `deu`. A code that names no language stays. */
export function nameLanguage(code: string): string {
  try {
    const name = names.of(scripts[code] ?? code) ?? code;
    return name === code ? (others[code] ?? code) : name;
  } catch {
    return code;
  }
}

/** Sorts language codes by their names, after those with a label of their own, such as "Detect". */
export const sortLanguages = <Code extends string | number | boolean>(
  codes: Code[],
  labels: Record<string, string> = {},
): Code[] => {
  const first = codes.filter(code => String(code) in labels);
  const others = codes.filter(code => !first.includes(code));
  const compare = (one: Code, other: Code) =>
    nameLanguage(String(one)).localeCompare(nameLanguage(String(other)), locale);
  return [...first, ...others.sort(compare)];
};
