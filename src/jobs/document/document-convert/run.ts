import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { JobFailure } from '../../../contract/failure.ts';
import { makeWarning, type Warning } from '../../../contract/warnings.ts';
import { isBrowserInstalled } from '../../../engines/chromium/program.ts';
import type { Aids, Convert, Converted } from '../../../engines/conversion.ts';
import type { ConversionOptions, OptionName } from '../../../engines/conversion-options.ts';
import { makeOutputName, stripExtension } from '../../../formats/declared.ts';
import { getFormat } from '../../../formats/formats.ts';
import { findFiles } from '../../../job-and-engine-folders.ts';
import { chooseFilenames } from '../../archive/entries/filenames.ts';
import type { Run, RunResult } from '../../run.ts';
import { enforcePdfa } from '../archive.ts';
import { findEngineOffering, type Route, type Step } from '../graph.ts';
import { beginPages } from '../reading/begin-pages.ts';
import { withRepair } from '../reading/with-repair.ts';
import type { job } from './job.ts';
import { mayUseBrowser } from './printer.ts';
import { convertWithOcr, hasNoText } from './reading/read-scan.ts';
import { findRoute } from './route.ts';

/** Makes a label fit for a filename: no separators or control characters, limited length. */
const cleanForFilename = (label: string): string =>
  [...label.replace(/[/\\\p{C}\p{Zl}\p{Zp}]/gu, '_')].slice(0, 80).join('');

const converters = findFiles('engines', 'convert.ts');
const helpers = findFiles('engines', 'aids.ts');

/** Modules are cached here: resolving their path again takes a tenth of the time of the smallest jobs. */
const loaded = new Map<string, Promise<unknown>>();

/** Loads a module of an engine. The engine's declarations promise that it exists. */
async function load<Module>(files: ReadonlyMap<string, string>, engine: string): Promise<Module> {
  const path = files.get(engine);
  if (path === undefined) throw new Error(`the engine ${engine} lacks a file that its edges.ts promises`);
  const known = loaded.get(path) ?? import(pathToFileURL(path).href);
  loaded.set(path, known);
  return known as Promise<Module>;
}

/** Returns the given options among `names`. */
function pick(given: ConversionOptions, names: readonly OptionName[] = []): ConversionOptions {
  return Object.fromEntries(names.flatMap(name => (given[name] === undefined ? [] : [[name, given[name]]])));
}

/** Gives each option to the first step that knows it: applied twice, "pages 2-3" would leave one page. */
function takeOptions(step: Step, given: ConversionOptions, taken: Set<OptionName>): ConversionOptions {
  const own = (step.options ?? []).filter(option => !taken.has(option));
  for (const option of own) taken.add(option);
  return pick(given, own);
}

/** Provides a step with what it needs of other engines; `used` is called for each engine that helped. */
async function loadAids(step: Step, used: (engine: string) => void): Promise<Partial<Aids>> {
  const aids: Partial<Aids> = {};
  for (const name of step.asks ?? []) {
    const engine = findEngineOffering(name);
    if (engine === undefined) continue;
    const help = async (...request: never[]) => {
      const { [name]: own } = await load<Record<string, (...request: never[]) => Promise<{ size: number }>>>(
        helpers,
        engine,
      );
      const made = await own!(...request);
      if (made.size) used(engine);
      return made;
    };
    Object.assign(aids, { [name]: help });
  }
  return aids;
}

type Context = Parameters<Run<typeof job>>[0];

export const run: Run<typeof job> = async context => {
  const { dir, options, inputs } = context;
  const [{ format, path }] = inputs;
  if (format !== 'pdf') return convertOther(context, path, dir);
  await beginPages(inputs[0], options, context.begin);
  return withRepair(path, options.password, dir, (file, folder) =>
    convertWithOcr(context, file, folder, convertFile),
  );
};

/** Converts a file that is not a PDF. Where its pages are pictures, it becomes a PDF first, which is read as any scan is. */
async function convertOther(context: Context, path: string, dir: string): Promise<RunResult> {
  const { inputs, options } = context;
  if (options.ocr !== 'always') {
    const result = await convertFile(context, path, dir);
    if (options.ocr === 'never' || !hasNoText(result)) return result;
  }
  const [printing, reading] = [join(dir, 'printed'), join(dir, 'scan')] as const;
  for (const folder of [printing, reading]) mkdirSync(folder);
  const printed = await convertFile({ ...context, options: { outputFormat: 'pdf' } }, path, printing);
  const [pdf] = printed.outputs;
  if (!pdf) throw new Error('no PDF was made');
  const scan = { ...inputs[0], path: pdf.path, format: 'pdf' as const };
  const read = await convertWithOcr({ ...context, inputs: [scan] }, scan.path, reading, convertFile);
  return { ...read, engines: [...new Set([...printed.engines, ...read.engines])] };
}

/** Merges warnings without duplicates. If there are several files, each warning names its file. */
function mergeWarnings(made: Converted[]): Warning[] {
  return made.flatMap(({ warnings = [] }, index) =>
    [...new Set(warnings)].map(id => ({ ...makeWarning(id), ...(made.length > 1 && { fileIndex: index }) })),
  );
}

/** Converts a file, in the browser where that is installed and the page becomes ready in it. */
async function convertFile(context: Context, path: string, dir: string): Promise<RunResult> {
  const { options } = context;
  const [{ format }] = context.inputs;
  const route = findRoute(format, options);
  if (!mayUseBrowser(route, options) || !isBrowserInstalled()) return takeRoute(route, context, path, dir);
  const folder = join(dir, 'browser');
  mkdirSync(folder);
  try {
    return await takeRoute(findRoute(format, { ...options, engine: 'chromium' }), context, path, folder);
  } catch (error) {
    if (!(error instanceof JobFailure) || !unfitForBrowser.has(error.id)) throw error;
    return takeRoute(route, context, path, dir);
  }
}

/** Failures of a page in the browser after which it is printed without one. */
const unfitForBrowser: ReadonlySet<string> = new Set(['page_not_ready', 'engine_error']);

async function takeRoute(
  route: Route,
  { inputs: [{ format, filename }], options, progress }: Context,
  path: string,
  dir: string,
): Promise<RunResult> {
  const stem = stripExtension(filename);
  const taken = new Set<OptionName>();
  const engines = route.map(step => step.engine);
  let made: Converted[] = [{ path }];
  for (const [index, step] of route.entries()) {
    const { convert } = await load<{ convert: Convert }>(converters, step.engine);
    const stepOptions = takeOptions(step, options, taken);
    const next: Converted[] = [];
    for (const [part, source] of made.entries()) {
      const stepDir = join(dir, `step-${index}-${part}`);
      mkdirSync(stepDir);
      if (source.filename !== undefined) {
        next.push(source);
        continue;
      }
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
        aids: await loadAids(step, engine => engines.push(engine)),
        progress: percent =>
          progress(Math.min(99, ((index + (part + percent / 100) / made.length) / route.length) * 100)),
      });
      next.push(
        ...results.map(result => ({
          ...result,
          ...(source.label && !result.label && { label: source.label }),
          // A warning of an earlier step refers to it.
          ...(source.metadata?.leftOut !== undefined && {
            metadata: { leftOut: source.metadata.leftOut, ...result.metadata },
          }),
          warnings: [...(source.warnings ?? []), ...(result.warnings ?? [])],
        })),
      );
    }
    made = next;
  }
  if (options.pdfa)
    for (const [part, each] of made.entries()) {
      if (each.filename !== undefined) continue;
      const kept = await enforcePdfa(each, join(dir, `archive-${part}`), options.pdfua);
      made[part] = kept.made;
      engines.push(...kept.engines);
    }
  const names = chooseFilenames(
    made.map(
      ({ filename: own, label, format = options.outputFormat }) =>
        own ??
        makeOutputName(
          filename,
          `${label === undefined ? '' : `-${cleanForFilename(label)}`}.${getFormat(format).extensions[0]}`,
        ),
    ),
  );
  return {
    outputs: made.map(({ path, format = options.outputFormat, metadata }, at) => ({
      path,
      filename: names[at] ?? 'file',
      format,
      ...(metadata ? { metadata } : {}),
    })),
    engines: [...new Set(engines)],
    warnings: mergeWarnings(made),
  };
}
