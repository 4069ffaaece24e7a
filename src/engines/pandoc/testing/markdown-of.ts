import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeZip } from '../../../containers/write-zip.ts';
import { convert } from '../convert.ts';

/** Returns the Markdown that Pandoc makes of a document packed from `parts`, in a new folder. */
export async function markdownOfParts(
  dir: string,
  from: 'docx' | 'odt',
  parts: Record<string, string>,
): Promise<string> {
  mkdirSync(dir, { recursive: true });
  const files = Object.entries(parts).map(([name, content], index) => {
    const path = join(dir, `part-${index}`);
    writeFileSync(path, content);
    return { name, path };
  });
  const [input, output] = [join(dir, `made.${from}`), join(dir, 'out.md')];
  await writeZip(input, files);
  const step = { from, to: 'md', input, output, stem: 'in', dir, last: true, options: {} } as const;
  await convert({ ...step, progress() {} });
  return readFileSync(output, 'utf8').trim();
}
