import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Check } from './check.ts';

const run = promisify(execFile);

/** Fonts that documents and web pages need, with the family to look for and the Debian package that has it. */
const needed = [
  { use: 'Arial, Times and Courier', family: 'Liberation Sans', package: 'fonts-liberation' },
  { use: 'Calibri', family: 'Carlito', package: 'fonts-crosextra-carlito' },
  { use: 'Arabic, Hebrew, Hindi and other scripts', family: 'Noto Sans Arabic', package: 'fonts-noto-core' },
  { use: 'Chinese, Japanese and Korean', family: 'Noto Sans CJK JP', package: 'fonts-noto-cjk' },
  { use: 'emoji', family: 'Noto Color Emoji', package: 'fonts-noto-color-emoji' },
] as const;

async function listFamilies(): Promise<Set<string>> {
  try {
    const { stdout } = await run('fc-list', ['--format', '%{family}\n'], {
      maxBuffer: 2 ** 26,
      timeout: 30_000,
    });
    return new Set(stdout.split(/[\n,]/).map(name => name.trim()));
  } catch {
    return new Set();
  }
}

/** Checks the fonts without which text is laid out differently or shown as empty boxes. */
export async function checkFonts(): Promise<Check> {
  const families = await listFamilies();
  families.delete('');
  const missing = needed.filter(({ family }) => !families.has(family));
  const found = `${families.size} font families`;
  if (missing.length === 0) return { subject: 'Fonts', found };
  const packages = missing.map(each => each.package).join(' ');
  return {
    subject: 'Fonts',
    found,
    advice: `Documents may look different or show empty boxes: no font for ${missing.map(({ use }) => use).join('; ')}. Run: apt-get install -y ${packages}`,
  };
}
