import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Convert, Converted } from '../../../engines/conversion.ts';
import { outputName, stemOf } from '../../../formats/declared.ts';
import { formatOf } from '../../../formats/formats.ts';
import type { Run, RunResult } from '../../run.ts';
import { keepRules } from '../archive.ts';
import type { Step } from '../graph.ts';
import { type job, routeOf } from './job.ts';
import { withMending } from './mended.ts';

/** A label as part of a filename: no separators, no control characters, not endless. */
const inName = (label: string): string =>
  [...label.replace(/[/\\\p{C}\p{Zl}\p{Zp}]/gu, '_')].slice(0, 80).join('');

async function converterOf(engine: string): Promise<Convert> {
  return ((await import(`../../../engines/${engine}/convert.ts`)) as { convert: Convert }).convert;
}

/** Each option goes to the first step that knows it: applied twice, "pages 2-3" would end with one page. */
function optionsOf(step: Step, given: Record<string, unknown>, taken: Set<string>): Record<string, unknown> {
  const own = (step.options ?? []).filter(option => given[option] !== undefined && !taken.has(option));
  for (const option of own) taken.add(option);
  return Object.fromEntries(own.map(option => [option, given[option]]));
}

export const run: Run<typeof job> = context => {
  const { format, path } = context.inputs[0]!;
  const { dir, options } = context;
  if (format !== 'pdf') return convertFile(context, path, dir);
  return withMending(path, options.password, dir, (file, folder) => convertFile(context, file, folder));
};

async function convertFile(
  { inputs: [input], options, progress }: Parameters<Run<typeof job>>[0],
  path: string,
  dir: string,
): Promise<RunResult> {
  const { format, filename } = input!;
  const route = routeOf(format, options);
  const stem = stemOf(filename);
  const taken = new Set<string>();
  const engines = route.map(step => step.engine);
  let made: Converted[] = [{ path }];
  for (const [index, step] of route.entries()) {
    const convert = await converterOf(step.engine);
    const stepOptions = optionsOf(step, options, taken);
    const next: Converted[] = [];
    for (const [part, source] of made.entries()) {
      const stepDir = join(dir, `step-${index}-${part}`);
      await mkdir(stepDir);
      const results = await convert({
        from: step.from,
        to: step.to,
        input: source.path,
        output: join(stepDir, `out.${step.to}`),
        stem,
        dir: stepDir,
        last: index === route.length - 1,
        ...(index < route.length - 1 ? { valuesOnly: options.formulas !== 'keep' } : {}),
        options: stepOptions,
        progress: percent =>
          progress(Math.min(99, ((index + (part + percent / 100) / made.length) / route.length) * 100)),
        draw: async pictures => {
          const { drawn } = await import('../../../engines/libreoffice/pictures.ts');
          const found = await drawn(pictures, stepDir);
          if (found.size) engines.push('libreoffice');
          return found;
        },
      });
      next.push(
        ...results.map(result =>
          source.label && !result.label ? { ...result, label: source.label } : result,
        ),
      );
    }
    made = next;
  }
  const last = route.at(-1)!;
  if (options.pdfa)
    for (const [part, each] of made.entries()) {
      const kept = await keepRules(each, join(dir, `archive-${part}`));
      made[part] = kept.made;
      engines.push(...kept.engines);
    }
  return {
    outputs: made.map(({ path, label, format = last.to, metadata }) => ({
      path,
      filename: outputName(
        filename,
        `${label === undefined ? '' : `-${inName(label)}`}.${formatOf(format).extensions[0]}`,
      ),
      format,
      ...(metadata ? { metadata } : {}),
    })),
    engines: [...new Set(engines)],
  };
}
