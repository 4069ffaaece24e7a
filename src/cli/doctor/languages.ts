import { listInstalledLanguages } from '../../engines/tesseract/languages.ts';
import type { Check } from './check.ts';

/** Checks the languages in which text is recognised. */
export async function checkLanguages(): Promise<Check> {
  const languages = await listInstalledLanguages();
  const found = languages.length === 0 ? 'none' : languages.join(', ');
  const subject = 'Languages of OCR';
  if (languages.includes('eng')) return { subject, found };
  return {
    subject,
    found,
    advice:
      'English is missing, which is the default. Run: apt-get install -y tesseract-ocr-eng (each language has its own package, such as tesseract-ocr-deu).',
  };
}
