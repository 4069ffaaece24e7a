import { existsSync } from 'node:fs';
import { Command } from 'commander';
import type { Model, ModelSet } from '../../models/model.ts';
import { loadConfig } from '../../settings/config.ts';
import { ProgressLine } from '../../setup/progress-line.ts';
import { formatMegabytes, formatModels } from '../models-report.ts';
import { print } from '../output.ts';

const say = (text: string): void => void process.stderr.write(`filemill models: ${text}\n`);

/** Finds the models of these names, in order; all if none is given. */
async function findNamedModels(modelsDir: string, names: string[]): Promise<Model[]> {
  const { loadManifest } = await import('../../models/operator-manifest.ts');
  const { models, problems } = await loadManifest(modelsDir);
  for (const problem of problems) say(problem);
  if (names.length === 0) return models;
  return names.map(name => {
    const model = models.find(each => each.name === name);
    if (!model)
      throw new Error(`There is no model ${name}. Models: ${models.map(each => each.name).join(', ')}`);
    return model;
  });
}

async function pullOne(modelsDir: string, model: Model, signal: AbortSignal): Promise<boolean> {
  const { pullModel } = await import('../../models/pull.ts');
  const progress = new ProgressLine(`filemill models: ${model.name}`);
  const began = Date.now();
  try {
    const outcome = await pullModel(modelsDir, model, percent => progress.show(percent, ''), signal);
    progress.end();
    if (outcome === 'pulled') say(`${model.name} pulled in ${Math.round((Date.now() - began) / 1000)} s`);
    return true;
  } catch (error) {
    progress.end();
    const { explainPullProblem } = await import('../../models/pull-problem.ts');
    say(`${model.name} not pulled: ${signal.aborted ? 'stopped' : explainPullProblem(error).message}`);
    return false;
  }
}

/** Selects the named models, all models, or the default ones. */
async function selectModels(
  modelsDir: string,
  set: ModelSet,
  names: string[],
  all: boolean,
): Promise<Model[]> {
  const { isFetchable, isExcluded, isWantedByDefault } = await import('../../models/model.ts');
  const models = await findNamedModels(modelsDir, names);
  if (names.length === 0)
    return models.filter(model =>
      all ? isFetchable(model) && !isExcluded(model, set) : isWantedByDefault(model, set),
    );
  const refused = models.filter(model => isExcluded(model, set)).map(({ name }) => name);
  if (refused.length > 0)
    throw new Error(
      `MODELS=permissive excludes ${refused.join(', ')}, whose licence forbids commercial use.`,
    );
  return models;
}

/** Returns a signal that aborts on Ctrl-C, so that an interrupted pull removes its partial files. */
function makeStopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => controller.abort());
  return controller.signal;
}

async function pull(names: string[], options: { all?: boolean; quiet?: boolean }): Promise<void> {
  const { modelsDir, models: set } = loadConfig(process.env);
  const [{ computeSize, isUrlSource }, { writeLicenceNotice }, { isInstalled }] = await Promise.all([
    import('../../models/model.ts'),
    import('../../models/describe.ts'),
    import('../../models/installed.ts'),
  ]);
  const wanted = await selectModels(modelsDir, set, names, options.all ?? false);
  const here = await Promise.all(wanted.map(model => isInstalled(modelsDir, model)));
  const missing = wanted.filter((_, index) => !here[index]);
  if (missing.length > 0) {
    const bytes = missing.reduce((sum, model) => sum + computeSize(model), 0);
    say(
      `fetching ${missing.map(({ name }) => name).join(', ')} (${formatMegabytes(bytes)}) into ${modelsDir}`,
    );
    const notice = writeLicenceNotice(missing);
    if (notice) say(notice);
  } else if (!options.quiet) say(`all ${wanted.length} models are already in ${modelsDir}`);
  const signal = makeStopSignal();
  for (const model of wanted) {
    if (!signal.aborted && (await pullOne(modelsDir, model, signal))) continue;
    // Machines without access to the internet use the default models that come as packages.
    const isOptional = names.length === 0 && !options.all && isUrlSource(model.source);
    if (signal.aborted || !isOptional) process.exitCode = 1;
  }
}

async function verify(names: string[]): Promise<void> {
  const { modelsDir } = loadConfig(process.env);
  const [{ findFault }, { getModelFolder }] = await Promise.all([
    import('../../models/verify.ts'),
    import('../../models/installed.ts'),
  ]);
  for (const model of await findNamedModels(modelsDir, names)) {
    const folder = getModelFolder(modelsDir, model);
    if (names.length === 0 && !existsSync(folder)) continue;
    const fault = await findFault(folder, model);
    if (fault) process.exitCode = 1;
    const compared = model.source.files.every(({ sha256 }) => sha256 !== undefined);
    const right = compared ? 'is intact' : 'is installed; its entry has no SHA-256 to compare with';
    const wrong = `is NOT intact: ${fault}. Run \`npx filemill models pull ${model.name}\` to download it again.`;
    process.stdout.write(`${model.name} ${fault ? wrong : right}\n`);
  }
}

const list = () =>
  new Command('list')
    .description('list all models with their status, size, licence and purpose')
    .option('--json', 'print { modelsDir, models, problems } as JSON')
    .action(async (options: { json?: boolean }) => {
      const { describeModels } = await import('../../models/describe.ts');
      const { modelsDir, models: set } = loadConfig(process.env);
      const { models, problems } = await describeModels(modelsDir, set);
      print(options.json, { modelsDir, models, problems }, () => formatModels(models, problems));
    });

const remove = () =>
  new Command('remove')
    .description('delete models from MODELS_DIR; job types that need them become unavailable')
    .argument('<names...>')
    .action(async (names: string[]) => {
      const { removeModel } = await import('../../models/pull.ts');
      const { modelsDir } = loadConfig(process.env);
      for (const model of await findNamedModels(modelsDir, names)) {
        const removed = await removeModel(modelsDir, model);
        process.stdout.write(removed ? `Removed ${model.name}.\n` : `${model.name} was not installed.\n`);
      }
    });

export const makeModelsCommand = (): Command =>
  new Command('models')
    .addCommand(list())
    .addCommand(
      new Command('pull')
        .description('download the named models, or the default ones')
        .argument('[names...]')
        .option('--all', 'download all models')
        .option('--quiet', 'print nothing if no model is missing')
        .action(pull),
    )
    .addCommand(
      new Command('verify')
        .description('check the installed files against the manifest')
        .argument('[names...]')
        .action(verify),
    )
    .addCommand(remove());
