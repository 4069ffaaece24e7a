import { english, type Strings } from './english.ts';
import { language } from './language.ts';

interface Translation {
  strings: Strings;
  /** The texts of job types in this language, by the English ones. */
  declared: Record<string, string>;
  /** The sentences of warnings in this language, by the English ones. */
  warnings: Record<string, string>;
}

const load = {
  de: () => import('./languages/de/translation.ts'),
  fr: () => import('./languages/fr/translation.ts'),
  es: () => import('./languages/es/translation.ts'),
  ja: () => import('./languages/ja/translation.ts'),
  ar: () => import('./languages/ar/translation.ts'),
};

const untranslated: Translation = { strings: english, declared: {}, warnings: {} };

/** The texts of this page. They are loaded before any other module runs; without them, the page is in English. */
export const translation: Translation =
  language === 'en' ? untranslated : await load[language]().catch(() => untranslated);
