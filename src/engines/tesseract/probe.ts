import type { Engine } from '../engine.ts';
import { findProgramVersion } from '../installed.ts';
import { listInstalledLanguages } from './languages.ts';

const languages = [
  ...['eng', 'osd', 'deu', 'fra', 'spa', 'ita', 'por', 'nld', 'rus'],
  ...['ara', 'heb', 'hin', 'chi-sim', 'jpn', 'frk'],
];

export const engine: Engine = {
  id: 'tesseract',
  title: 'Tesseract',
  licence: 'Apache-2.0',
  packages: ['tesseract-ocr', ...languages.map(language => `tesseract-ocr-${language}`)],
  probe: () => findProgramVersion('tesseract', ['--version'], /^tesseract v?(\d[\w.]*)/m),
  facts: async () => ({ languages: await listInstalledLanguages() }),
};
