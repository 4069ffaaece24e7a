import { readFile, writeFile } from 'node:fs/promises';

const frontMatter = /^---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/**
 * Front matter that is no YAML, as a title with a colon in it is none, ends the reading of the whole file: it is shown as it
 * stands instead. Whether that was what ended it.
 */
export async function withFactsAsText(path: string, error: unknown): Promise<boolean> {
  if (!/YAML/.test((error as { detail?: string }).detail ?? '')) return false;
  const text = await readFile(path, 'utf8');
  if (!frontMatter.test(text)) return false;
  await writeFile(
    path,
    text.replace(frontMatter, (_, facts: string) => `~~~~~~ yaml\n${facts}\n~~~~~~\n\n`),
  );
  return true;
}
