import { readFile, writeFile } from 'node:fs/promises';

const frontMatter = /^---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/**
 * Makes front matter plain text where it is not YAML (a title with a colon in it is not), because that ends the reading
 * of the whole file. Tells whether it was the cause.
 */
export async function showFrontMatter(path: string, error: unknown): Promise<boolean> {
  if (!/YAML/.test((error as { detail?: string }).detail ?? '')) return false;
  const text = await readFile(path, 'utf8');
  if (!frontMatter.test(text)) return false;
  await writeFile(
    path,
    text.replace(frontMatter, (_, facts: string) => `~~~~~~ yaml\n${facts}\n~~~~~~\n\n`),
  );
  return true;
}
