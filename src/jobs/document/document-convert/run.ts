import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Warning } from '../../../contract/warnings.ts';
import type { Aids, Convert, Converted } from '../../../engines/conversion.ts';
import type { ConversionOptions, OptionName } from '../../../engines/conversion-options.ts';
import { findFiles } from '../../../folders.ts';
import { makeOutputName, stripExtension } from '../../../formats/declared.ts';
import { getFormat } from '../../../formats/formats.ts';
import type { Run, RunResult } from '../../run.ts';
import { keepRules } from '../archive.ts';
import { engineOffering, type Step } from '../graph.ts';
import { beginPages } from '../reading/begin-pages.ts';
import type { job } from './job.ts';
import { withMending } from './mended.ts';
import { convertReading } from './read-scan.ts';
import { routeOf } from './route.ts';

/** A label as part of a filename: no separators, no control characters, not endless. */
const inName = (label: string): string =>
  [...label.replace(/[/\\\p{C}\p{Zl}\p{Zp}]/gu, '_')].slice(0, 80).join('');

const converters = findFiles('engines', 'convert.ts');
const helpers = findFiles('engines', 'aids.ts');

/** Remembered here: finding out anew what a path means takes a tenth of the smallest jobs. */
const loaded = new Map<string, Promise<unknown>>();

/** What a file of an engine's exports; the declarations it was chosen by say that it is there. */
async function load<Module>(files: ReadonlyMap<string, string>, engine: string): Promise<Module> {
  const path = files.get(engine);
  if (path === undefined) throw new Error(`the engine ${engine} lacks a file that its edges.ts promises`);
  const known = loaded.get(path) ?? import(pathToFileURL(path).href);
  loaded.set(path, known);
  return known as Promise<Module>;
}

/** Those of `names` that were given. */
function pick(given: ConversionOptions, names: readonly OptionName[] = []): ConversionOptions {
  return Object.fromEntries(names.flatMap(name => (given[name] === undefined ? [] : [[name, given[name]]])));
}

/** Each option goes to the first step that knows it: applied twice, "pages 2-3" would end with one page. */
function optionsOf(step: Step, given: ConversionOptions, taken: Set<OptionName>): ConversionOptions {
  const own = (step.options ?? []).filter(option => !taken.has(option));
  for (const option of own) taken.add(option);
  return pick(given, own);
}

/** What a step asks of other engines; `used` hears of each that helped. */
async function aidsOf(step: Step, used: (engine: string) => void): Promise<Partial<Aids>> {
  const aids: Partial<Aids> = {};
  for (const name of step.asks ?? []) {
    const engine = engineOffering(name);
    if (engine === undefined) continue;
    aids[name] = async (...request) => {
      const { [name]: help } = await load<Aids>(helpers, engine);
      const made = await help(...request);
      if (made.size) used(engine);
      return made;
    };
  }
  return aids;
}

export const run: Run<typeof job> = async context => {
  const { dir, options, inputs } = context;
  const [{ format, path }] = inputs;
  if (format !== 'pdf') return convertFile(context, path, dir);
  await beginPages(inputs[0], options, context.begin);
  return withMending(path, options.password, dir, (file, folder) =>
    convertReading(context, file, folder, convertFile),
  );
};

/** Each once; of several files with the one it is about. */
function warningsOf(made: Converted[]): Warning[] {
  return made.flatMap(({ warnings = [] }, index) =>
    [...new Set(warnings)].map(code => ({ code, ...(made.length > 1 && { fileIndex: index }) })),
  );
}

async function convertFile(
  { inputs: [{ format, filename }], options, progress }: Parameters<Run<typeof job>>[0],
  path: string,
  dir: string,
): Promise<RunResult> {
  const route = routeOf(format, options);
  const stem = stripExtension(filename);
  const taken = new Set<OptionName>();
  const engines = route.map(step => step.engine);
  let made: Converted[] = [{ path }];
  for (const [index, step] of route.entries()) {
    const { convert } = await load<{ convert: Convert }>(converters, step.engine);
    const stepOptions = optionsOf(step, options, taken);
    const next: Converted[] = [];
    for (const [part, source] of made.entries()) {
      const stepDir = join(dir, `step-${index}-${part}`);
      mkdirSync(stepDir);
      const results = await convert({
        from: step.from,
        to: step.to,
        origin: format,
        input: source.path,
        output: join(stepDir, `out.${step.to}`),
        stem,
        dir: stepDir,
        last: index === route.length - 1,
        options: stepOptions,
        seen: pick(options, step.sees),
        aids: await aidsOf(step, engine => engines.push(engine)),
        progress: percent =>
          progress(Math.min(99, ((index + (part + percent / 100) / made.length) / route.length) * 100)),
      });
      next.push(
        ...results.map(result => ({
          ...result,
          ...(source.label && !result.label && { label: source.label }),
          warnings: [...(source.warnings ?? []), ...(result.warnings ?? [])],
        })),
      );
    }
    made = next;
  }
  if (options.pdfa)
    for (const [part, each] of made.entries()) {
      const kept = await keepRules(each, join(dir, `archive-${part}`));
      made[part] = kept.made;
      engines.push(...kept.engines);
    }
  return {
    outputs: made.map(({ path, label, format = options.outputFormat, metadata }) => ({
      path,
      filename: makeOutputName(
        filename,
        `${label === undefined ? '' : `-${inName(label)}`}.${getFormat(format).extensions[0]}`,
      ),
      format,
      ...(metadata ? { metadata } : {}),
    })),
    engines: [...new Set(engines)],
    warnings: warningsOf(made),
  };
}
