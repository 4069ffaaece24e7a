/** The languages of the workspace, each by its own name. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
  ar: 'العربية',
};
export type Language = keyof typeof languages;

/** The storage key of the person's choice, which public/first.js reads too. */
const storageKey = 'filemill.language';

const isKnown = (language: string): language is Language => language in languages;

/** The person's choice, if there is one. */
export function readChosenLanguage(): Language | undefined {
  try {
    const chosen = localStorage.getItem(storageKey) ?? '';
    return isKnown(chosen) ? chosen : undefined;
  } catch {
    // A browser without storage has no saved choices.
    return undefined;
  }
}

/** Stores the choice for the next load, or removes it to follow the browser again. */
export function storeLanguage(chosen: Language | undefined): void {
  if (chosen) localStorage.setItem(storageKey, chosen);
  else localStorage.removeItem(storageKey);
}

/** The language of this page: the chosen one, otherwise the first of the browser's languages that there is. */
export const language: Language =
  readChosenLanguage() ??
  navigator.languages.map(tag => tag.toLowerCase().split('-')[0]!).find(isKnown) ??
  'en';

/**
 * Returns the language for dates and numbers, with the region that the browser names: the British write their dates in another order
 * than the Americans. Numbers have the digits that file names, sizes and code have too.
 */
export const findLocale = (language: string, preferred: readonly string[]): string =>
  new Intl.Locale(preferred.find(tag => tag.toLowerCase().split('-')[0] === language) ?? language, {
    numberingSystem: 'latn',
  }).toString();

export const locale = findLocale(language, navigator.languages);

export const direction = language === 'ar' ? 'rtl' : 'ltr';
