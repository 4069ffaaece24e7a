import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import type { FormatId } from '../../src/formats/formats.ts';
import { job as toImage } from '../../src/jobs/document/html-to-image/job.ts';
import { job as toPdf } from '../../src/jobs/document/html-to-pdf/job.ts';
import type { Hosts } from '../../src/worker/running/hosts.ts';
import { type Asked, contentOf, requestFor } from '../support/hosts.ts';

const jobs = { 'html-to-pdf': toPdf, 'html-to-image': toImage };

export interface Rendering {
  bytes: Buffer;
  metadata: Record<string, unknown>;
  warnings: string[];
}

/** Renders a page in a sandboxed host, with the options checked and completed as the service does. */
export function render(
  hosts: Hosts,
  type: keyof typeof jobs,
  page: string | Buffer,
  given: Record<string, unknown> = {},
  {
    format = 'html' as FormatId,
    ...asked
  }: { format?: FormatId } & Partial<Pick<Asked, 'limits' | 'signal' | 'pool'>> = {},
): Promise<Rendering> {
  const job = jobs[type];
  const options = Value.Default(job.options, structuredClone(given));
  if (!Value.Check(job.options, options)) throw new Error(`options: ${JSON.stringify(given)}`);
  return hosts.run(
    requestFor({
      type,
      options,
      pool: 'browser',
      prepare: async dir => {
        const path = join(dir, 'input-0');
        await writeFile(path, page);
        return [{ path, filename: `page.${format}`, format, size: page.length }];
      },
      collect: async ({ outputs: [output], warnings = [] }) => ({
        bytes: await contentOf(output!),
        metadata: output!.metadata ?? {},
        warnings: warnings.map(({ code }) => code),
      }),
      ...asked,
      limits: {
        ...{ memoryMb: 3072, seconds: 120, startSeconds: 120, outputBytes: 1e8 },
        ...asked.limits,
      },
    }),
  );
}

const pipe = (program: string, args: string[], input: Buffer): string =>
  execFileSync(program, args, { input, maxBuffer: 1e8 }).toString();

export const readText = (pdf: Buffer): string => pipe('pdftotext', ['-layout', '-', '-'], pdf);
export const readInfo = (pdf: Buffer): string => pipe('pdfinfo', ['-'], pdf);

/** Finds a word's left and upper edge on the first page that has it, in points. */
export function findWord(pdf: Buffer, word: string): { x: number; y: number; right: number } {
  const found = new RegExp(`xMin="([\\d.]+)" yMin="([\\d.]+)" xMax="([\\d.]+)"[^>]*>${word}<`).exec(
    pipe('pdftotext', ['-bbox', '-', '-'], pdf),
  );
  if (!found) throw new Error(`no word ${word}`);
  const [x, y, right] = found.slice(1).map(Number) as [number, number, number];
  return { x, y, right };
}

interface Outline {
  title: string;
  kids: Outline[];
}

/** Lists the titles of the bookmarks. */
export async function readBookmarks(pdf: Buffer, dir: string): Promise<string[]> {
  const path = join(dir, 'bookmarks.pdf');
  await writeFile(path, pdf);
  const { outlines } = JSON.parse(
    execFileSync('qpdf', ['--json', '--json-key=outlines', path]).toString(),
  ) as {
    outlines: Outline[];
  };
  const list = (all: Outline[]): string[] => all.flatMap(({ title, kids }) => [title, ...list(kids)]);
  return list(outlines);
}
